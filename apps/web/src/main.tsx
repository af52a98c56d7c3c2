import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
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
void loadSession();
startEarly(location);
watchOtherTabs();

const app = <RouterProvider router={router} />;
// Visitors find the landing page drawn already.
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
