import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './app/router.tsx';
import { loadSession } from './lib/session.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html lost its #root');

const router = createRouter();
// Whatever comes first wants the user: ask before React has drawn anything.
void loadSession();

createRoot(root).render(<RouterProvider router={router} />);
