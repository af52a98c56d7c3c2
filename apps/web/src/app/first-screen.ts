import type { RouteObject } from 'react-router-dom';
import { readSession } from '#src/lib/session/session.ts';
import { Discover, Home, Landing } from './home.tsx';
import { branchOf } from './router.tsx';
import { screensOf } from './shell/lazy-part.tsx';
import { Login, RequireMember, VisitorTitle } from './shell/require-member.tsx';
import { Frame } from './shell/root.tsx';

/**
 * The longest wait for API replies before the first render, in ms. After this time, the skeleton is shown.
 */
const ANSWERS_MS = 50;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns the functions that load the code of an address. The build calls the functions for every route, to
 * list the files for the boot script to preload.
 * @returns for visitors the login or landing page, for others the frame and the screens
 */
export function partsOf(branch: readonly RouteObject[], isVisitor: boolean): (() => Promise<unknown>)[] {
  const has = (Component: RouteObject['Component']) => branch.some((route) => route.Component === Component);
  const isFront = branch.at(-1)?.index === true && has(Home);
  if (isVisitor && isFront) return [Landing.load];
  if (isVisitor && (has(Home) || has(RequireMember))) {
    const showsTitle = branch.at(-1)?.path?.includes(':mediaId') ?? false;
    return [Frame.load, Login.load, ...(showsTitle ? [VisitorTitle.load] : [])];
  }
  return [Frame.load, ...(has(Home) ? [Discover.load] : []), ...screensOf(branch)];
}

/** Loads the first rows of Discover when the user is a member. */
async function prepareDiscover(session: Promise<void>): Promise<void> {
  await session;
  if (readSession().state !== 'member') return;
  const { prepare } = await import('./routes/member/discover.tsx');
  await prepare();
}

/**
 * Loads the code of an address's first screen. Waits at most ANSWERS_MS for user and first rows, so that the
 * first render is complete.
 * @param session resolves when the user is loaded
 * @throws when a module cannot be loaded
 */
export async function loadFirstScreen(pathname: string, session: Promise<void>): Promise<void> {
  const branch = branchOf(pathname);
  const isDiscover = branch.some((route) => route.Component === Home);
  await Promise.all(partsOf(branch, readSession().state === 'visitor').map((load) => load()));
  await Promise.race([isDiscover ? prepareDiscover(session) : session, after(ANSWERS_MS)]);
}
