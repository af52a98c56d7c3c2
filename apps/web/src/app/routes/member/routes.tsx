import { Outlet, type RouteObject } from 'react-router-dom';

/** The title modal, as a child of every screen it opens over. */
const title = (): RouteObject => ({ path: 'media/:mediaId', lazy: () => import('./title-modal.tsx') });

/** Below `/`, in the same element as Discover, so that a title opens over the page that is there. */
export const discoverRoutes: RouteObject[] = [{ path: 'discover', Component: Outlet, children: [title()] }];

/** Screens for members only; the guard around them shows visitors the login. */
export const memberRoutes: RouteObject[] = [
  {
    lazy: () => import('./member-frame.tsx'),
    children: [
      { path: 'my_lists', lazy: () => import('./my-lists.tsx'), children: [title()] },
      { path: 'my_lists/:listId', lazy: () => import('./list.tsx'), children: [title()] },
      { path: 'my_lists/share/:code', lazy: () => import('./answer-list.tsx') },
      { path: 'accept_list/:code', lazy: () => import('./answer-list.tsx') },
      { path: 'reject_list/:code', lazy: () => import('./answer-list.tsx') },
      { path: 'rating', lazy: () => import('./rating.tsx'), children: [title()] },
      { path: 'search', lazy: () => import('./search.tsx'), children: [title()] },
      { path: 'hidden', lazy: () => import('./hidden.tsx'), children: [title()] },
      { path: 'people/:personId', lazy: () => import('./person.tsx'), children: [title()] },
    ],
  },
  { path: 'settings', lazy: () => import('../settings/settings.tsx') },
];
