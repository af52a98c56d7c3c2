import * as paths from '@marquee/contracts/paths';
import { Outlet, type RouteObject } from 'react-router-dom';

/** The title modal, a child route of every screen that it opens over. */
const title = (path: string): RouteObject => ({ path, lazy: () => import('./title-modal.tsx') });

/** Child routes that share the element of `/`, so that a title opens over Discover. */
export const discoverRoutes: RouteObject[] = [
  { path: paths.discover, Component: Outlet, children: [title(paths.discoverTitle)] },
];

/** Screens for members. RequireMember around these screens shows visitors the login. */
export const memberRoutes: RouteObject[] = [
  {
    lazy: () => import('./member-frame.tsx'),
    children: [
      { path: paths.row, lazy: () => import('./row.tsx'), children: [title(paths.rowTitle)] },
      { path: paths.myLists, lazy: () => import('./my-lists.tsx'), children: [title(paths.myListsTitle)] },
      { path: paths.list, lazy: () => import('./list.tsx'), children: [title(paths.listTitle)] },
      { path: paths.sharedList, lazy: () => import('./answer-list.tsx') },
      { path: paths.acceptList, lazy: () => import('./answer-list.tsx') },
      { path: paths.rejectList, lazy: () => import('./answer-list.tsx') },
      { path: paths.rating, lazy: () => import('./rating.tsx'), children: [title(paths.ratingTitle)] },
      { path: paths.taste, lazy: () => import('./taste.tsx') },
      { path: paths.search, lazy: () => import('./search.tsx'), children: [title(paths.searchTitle)] },
      { path: paths.hidden, lazy: () => import('./hidden.tsx'), children: [title(paths.hiddenTitle)] },
      { path: paths.welcomeGenres, lazy: () => import('../welcome/genres.tsx') },
      { path: paths.welcomeRate, lazy: () => import('../welcome/rate.tsx') },
      { path: paths.person, lazy: () => import('./person.tsx'), children: [title(paths.personTitle)] },
    ],
  },
  { path: paths.settings, lazy: () => import('../settings/settings.tsx') },
  { path: `${paths.imports}/:importId?`, lazy: () => import('../settings/import.tsx') },
];
