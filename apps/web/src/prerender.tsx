import { prerenderToNodeStream } from 'react-dom/static';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { routes } from './app/router.tsx';

/** Renders the landing page to HTML with the tree that hydrates it. Runs at build time only. */
export async function renderLanding(): Promise<string> {
  const router = createMemoryRouter(routes, { initialEntries: ['/'] });
  const { prelude } = await prerenderToNodeStream(<RouterProvider router={router} />);
  let html = '';
  for await (const chunk of prelude) html += chunk;
  // Removes React's preload links of the first posters. The template is shown at once, so they are not needed.
  return html.replace(/<link rel="preload"[^>]*>/g, '');
}
