import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { loadSession, watchOtherTabs } from '#src/features/account/load-session.ts';
import { onSessionEnd } from '#src/lib/session/session.ts';
import { forgetOfflineLists } from '#src/lib/storage/offline-lists.ts';
import { loadFirstScreen } from './app/first-screen.ts';
import { App, handleEarlyRefusals } from './app/router.tsx';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

onSessionEnd(forgetOfflineLists);
handleEarlyRefusals();
// Starts fetching the user before the first render, because every screen needs the user.
const session = loadSession();
watchOtherTabs();

const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
);
// The landing page is hydrated. The navigation of members is replaced, because its screen was not prerendered.
if (root.dataset.shown === 'landing') hydrateRoot(root, app);
// When a module cannot be loaded, the route that needs the module shows the error.
else
  loadFirstScreen(location.pathname, session)
    .catch(() => {})
    .finally(() => startTransition(() => createRoot(root).render(app)));
