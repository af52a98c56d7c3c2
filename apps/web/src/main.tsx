import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { loadFirstScreen } from './app/first-screen.ts';
import { createRouter } from './app/router.tsx';
import { startEarly } from './lib/early.ts';
import { loadSession, watchOtherTabs } from './lib/session.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html lost its #root');

const router = createRouter();
// Whatever comes first wants the user: ask before React has drawn anything.
const session = loadSession();
startEarly(location);
watchOtherTabs();

const app = <RouterProvider router={router} />;
// Visitors find the landing page drawn already.
if (root.hasChildNodes()) hydrateRoot(root, app);
// A part that cannot be loaded says so in its place.
else
  loadFirstScreen(location.pathname, session)
    .catch(() => {})
    .finally(() => createRoot(root).render(app));
