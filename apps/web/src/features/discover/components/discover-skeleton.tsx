import { RowSkeleton, Skeleton } from '#src/components/ui/skeleton.tsx';
import css from './discover-skeleton.module.css';
import lead from './lead.module.css';

/** Placeholder of Discover in the final sizes. */
export function DiscoverSkeleton() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      <div className={lead.lead}>
        <div className={lead.picture}>
          <div className={lead.art} />
        </div>
        <div className={lead.bill}>
          <Skeleton width="80%" height="5.5rem" />
          <Skeleton width="60%" height="1.75rem" />
          <Skeleton width="90%" height="3.75rem" />
        </div>
        <div className={lead.why}>
          <Skeleton width="70%" height="3.75rem" />
          <Skeleton width="14rem" height="3.25rem" />
          <Skeleton width="80%" height="2.75rem" />
        </div>
      </div>
      <RowSkeleton margin />
      <RowSkeleton margin />
    </div>
  );
}
