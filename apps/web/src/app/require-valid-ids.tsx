import { isId, isYear } from '@marquee/contracts/screen-address';
import { lazy, Suspense } from 'react';
import { Outlet, useParams } from 'react-router-dom';

const NotFound = lazy(async () => ({ default: (await import('./routes/public/not-found.tsx')).Component }));

/** Renders Not found when no id or year can be as it is in the path. The API is not called. */
export function RequireValidIds() {
  const { mediaId, listId, personId, year } = useParams();
  const hasIds = [mediaId, listId, personId].every((id) => id === undefined || isId(id));
  if (hasIds && (year === undefined || isYear(year))) return <Outlet />;
  return (
    <Suspense fallback={null}>
      <NotFound />
    </Suspense>
  );
}
