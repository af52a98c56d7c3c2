import { readSession } from '#src/lib/session/session.ts';
import { Discover } from './home.tsx';
import { Login } from './shell/require-member.tsx';
import { Frame } from './shell/root.tsx';

/** Limit in ms for waiting for answers before the first drawing. After it the skeleton is shown. */
const ANSWERS_MS = 50;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads the first rows of Discover when the user is a member. */
async function prepareDiscover(session: Promise<void>): Promise<void> {
  await session;
  if (readSession().state !== 'member') return;
  const { prepare } = await import('./routes/member/discover.tsx');
  await prepare();
}

/**
 * Loads the code and the answers that the first screen of an address needs, so that no gap is drawn. Screens with their
 * own route are loaded by the router. `session` resolves when the user is known. Rejects when a module cannot be
 * loaded.
 */
export async function loadFirstScreen(pathname: string, session: Promise<void>): Promise<void> {
  const isVisitor = readSession().state === 'visitor';
  const isDiscover = /^\/(discover(\/|$)|$)/.test(pathname);
  await Promise.all([Frame.load(), isDiscover && (isVisitor ? Login : Discover).load()]);
  await Promise.race([isDiscover ? prepareDiscover(session) : session, after(ANSWERS_MS)]);
}
