import type { RouteObject } from 'react-router-dom';

/** Below `/`, in the same element as Discover, so that a title opens over the page that is there. */
export const discoverRoutes: RouteObject[] = [{ path: 'discover' }];

/** Screens for members only; the guard around them shows visitors the login. */
export const memberRoutes: RouteObject[] = [];
