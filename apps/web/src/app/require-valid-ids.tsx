import { isId } from '@marquee/contracts/screen-address';
import { lazy, Suspense } from 'react';
import { Outlet, useParams } from 'react-router-dom';

const NotFound = lazy(async () => ({ default: (await import('./routes/public/not-found.tsx')).Component }));

/** Renders Not found when an id or a year in the path is not a positive integer. The API is not called. */
export function RequireValidIds() {
  const { mediaId, listId, personId, year } = useParams();
  if ([mediaId, listId, personId, year].every((id) => id === undefined || isId(id))) return <Outlet />;
  return (
    <Suspense fallback={null}>
      <NotFound />
    </Suspense>
  );
}
