import { Outlet, type RouteObject } from 'react-router-dom';

/** The title modal, a child route of every screen that it opens over. */
const title = (): RouteObject => ({ path: 'media/:mediaId', lazy: () => import('./title-modal.tsx') });

/** Child routes of `/` in the element of Discover, so that a title opens over the current page. */
export const discoverRoutes: RouteObject[] = [{ path: 'discover', Component: Outlet, children: [title()] }];

/** Screens for members. The guard around them shows visitors the login. */
export const memberRoutes: RouteObject[] = [
  {
    lazy: () => import('./member-frame.tsx'),
    children: [
      { path: 'discover/rows/:rowId', lazy: () => import('./row.tsx'), children: [title()] },
      { path: 'my_lists', lazy: () => import('./my-lists.tsx'), children: [title()] },
      { path: 'my_lists/:listId', lazy: () => import('./list.tsx'), children: [title()] },
      { path: 'my_lists/share/:code', lazy: () => import('./answer-list.tsx') },
      { path: 'accept_list/:code', lazy: () => import('./answer-list.tsx') },
      { path: 'reject_list/:code', lazy: () => import('./answer-list.tsx') },
      { path: 'rating', lazy: () => import('./rating.tsx'), children: [title()] },
      { path: 'rating/taste', lazy: () => import('./taste.tsx') },
      { path: 'search', lazy: () => import('./search.tsx'), children: [title()] },
      { path: 'hidden', lazy: () => import('./hidden.tsx'), children: [title()] },
      { path: 'welcome/genres', lazy: () => import('../welcome/genres.tsx') },
      { path: 'welcome/rate', lazy: () => import('../welcome/rate.tsx') },
      { path: 'people/:personId', lazy: () => import('./person.tsx'), children: [title()] },
    ],
  },
  { path: 'settings', lazy: () => import('../settings/settings.tsx') },
  { path: 'settings/import/:importId?', lazy: () => import('../settings/import.tsx') },
];
