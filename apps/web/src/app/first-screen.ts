import { readSession } from '#src/lib/session.ts';
import { Discover } from './home.tsx';
import { Login } from './shell/require-member.tsx';
import { Frame } from './shell/root.tsx';

/** How long the first drawing waits for answers once its code is here; whoever waits longer sees the skeleton. */
const ANSWERS_MS = 50;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The first rows of Discover, when the person turns out to be a member. */
async function prepareDiscover(session: Promise<void>): Promise<void> {
  await session;
  if (readSession().state !== 'member') return;
  const { prepare } = await import('./routes/member/discover.tsx');
  await prepare();
}

/**
 * Brings what an address begins with, so that the first drawing is the screen and not a gap: the code of its parts,
 * and answers that are here by then. Screens with a route of their own are the router's to load. `session` is done
 * when the user is known. Fails as an import does.
 */
export async function loadFirstScreen(pathname: string, session: Promise<void>): Promise<void> {
  const isVisitor = readSession().state === 'visitor';
  const isDiscover = /^\/(discover(\/|$)|$)/.test(pathname);
  await Promise.all([Frame.load(), isDiscover && (isVisitor ? Login : Discover).load()]);
  await Promise.race([isDiscover ? prepareDiscover(session) : session, after(ANSWERS_MS)]);
}
