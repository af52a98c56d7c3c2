import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { type RouteObject, StaticRouter } from 'react-router-dom';
import { partsOf } from './app/first-screen.ts';
import { App, routes } from './app/router.tsx';

/* This module runs at build time only. */

async function render(app: ReactNode, path: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(<StaticRouter location={path}>{app}</StaticRouter>);
  let html = '';
  for await (const chunk of prelude) html += chunk;
  // Removes React's preload links of the first posters. The template is shown at once, so the links are not
  // needed.
  return html.replace(/<link rel="preload"[^>]*>/g, '');
}

/** Renders the landing page to HTML, with the component tree that later hydrates this HTML. */
export const renderLanding = (): Promise<string> => render(<App />, '/');

/**
 * Renders the navigation of members to HTML, without a screen and a current page. The first render of the app
 * replaces this HTML.
 */
export async function renderFrame(): Promise<string> {
  const { Layout } = await import('./app/shell/frame.tsx');
  const html = await render(<Layout session={{ state: 'loading', user: null }} />, '/-');
  // A button does nothing before the app starts. `data-idle` hides the button and reserves its space
  // (base.css).
  return html.replaceAll('<button ', '<button data-idle ');
}

/** Returns every branch of the routes that has an address of its own. */
function branchesOf(children: readonly RouteObject[], above: readonly RouteObject[] = []): RouteObject[][] {
  return children.flatMap((route) => {
    const branch = [...above, route];
    const own = route.index || route.path !== undefined ? [branch] : [];
    return [...own, ...branchesOf(route.children ?? [], branch)];
  });
}

/** Returns every path of the app, with the components to load for visitors and for members. */
export async function listScreens() {
  const load = (branch: RouteObject[], isVisitor: boolean) =>
    Promise.all(partsOf(branch, isVisitor).map((part) => part()));
  return Promise.all(
    branchesOf(routes).map(async (branch) => ({
      path: branch.findLast(({ path }) => path !== undefined)?.path ?? '/',
      visitor: await load(branch, true),
      member: await load(branch, false),
    })),
  );
}
