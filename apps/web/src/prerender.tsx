import { prerenderToNodeStream } from 'react-dom/static';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { routes } from './app/router.tsx';

/** The landing page as HTML, drawn by the very tree that hydrates it. Runs at build time only. */
export async function renderLanding(): Promise<string> {
  const router = createMemoryRouter(routes, { initialEntries: ['/'] });
  const { prelude } = await prerenderToNodeStream(<RouterProvider router={router} />);
  let html = '';
  for await (const chunk of prelude) html += chunk;
  // React would have the first posters preloaded; the template is unfolded at once and the images follow.
  return html.replace(/<link rel="preload"[^>]*>/g, '');
}
