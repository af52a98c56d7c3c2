import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createRouter } from './app/router.tsx';
import { queryClient } from './lib/query-client.ts';
import { userQuery } from './lib/session.ts';
import { readToken } from './lib/token.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html lost its #root');

const router = createRouter();
// The user is wanted by whatever comes first: ask before React has drawn anything.
const token = readToken();
if (token !== null) void queryClient.prefetchQuery(userQuery(token));

createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
