import * as paths from '@marquee/contracts/paths';
import { Outlet, type RouteObject } from 'react-router-dom';
import { lazyPart, screen } from '../../shell/lazy-part.tsx';

/** Returns the route of the title modal: a child route of each screen that the modal opens over. */
const title = (path: string): RouteObject => screen(path, () => import('./title-modal.tsx'));

/** Child routes with the element of `/`, so that a title opens over Discover. */
export const discoverRoutes: RouteObject[] = [
  { path: paths.discover, Component: Outlet, children: [title(paths.discoverTitle)] },
];

/** Screens for members. RequireMember around these screens shows visitors the login. */
export const memberRoutes: RouteObject[] = [
  {
    Component: lazyPart(async () => (await import('./member-frame.tsx')).Component),
    children: [
      screen(paths.row, () => import('./row.tsx'), title(paths.rowTitle)),
      screen(paths.myLists, () => import('./my-lists.tsx'), title(paths.myListsTitle)),
      screen(paths.list, () => import('./list.tsx'), title(paths.listTitle)),
      screen(paths.sharedList, () => import('./answer-list.tsx')),
      screen(paths.acceptList, () => import('./answer-list.tsx')),
      screen(paths.rejectList, () => import('./answer-list.tsx')),
      screen(paths.rating, () => import('./rating.tsx'), title(paths.ratingTitle)),
      screen(paths.taste, () => import('./taste.tsx')),
      screen(paths.tastePoster, () => import('./taste-poster.tsx')),
      screen(paths.tasteYear, () => import('./year.tsx')),
      screen(paths.tonight, () => import('./tonight.tsx'), title(paths.tonightTitle)),
      screen(paths.upNext, () => import('./up-next.tsx'), title(paths.upNextTitle)),
      screen(paths.calendar, () => import('./calendar.tsx'), title(paths.calendarTitle)),
      screen(paths.news, () => import('./news.tsx'), title(paths.newsTitle)),
      screen(paths.worth, () => import('./worth.tsx')),
      screen(paths.search, () => import('./search.tsx'), title(paths.searchTitle)),
      screen(paths.hidden, () => import('./hidden.tsx'), title(paths.hiddenTitle)),
      screen(paths.welcomeRate, () => import('../welcome/rate.tsx')),
      screen(paths.person, () => import('./person.tsx'), title(paths.personTitle)),
    ],
  },
  screen(paths.settings, () => import('../settings/settings.tsx')),
  screen(`${paths.imports}/:importId?`, () => import('../settings/import.tsx')),
];
