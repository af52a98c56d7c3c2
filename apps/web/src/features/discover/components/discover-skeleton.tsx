import { RowSkeleton, Skeleton } from '#src/components/ui/skeleton.tsx';
import { cx } from '#src/lib/screen/class-names.ts';
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
          <div className={cx(lead.title, lead.short)}>
            <Skeleton width="80%" height="1lh" />
          </div>
          <div className={lead.facts}>
            <Skeleton width="60%" height="1lh" />
          </div>
          <div className={lead.credits}>
            <Skeleton width="90%" height="2lh" />
          </div>
        </div>
        <div className={lead.why}>
          <Skeleton width="70%" height="3.75rem" />
          <div className={lead.where}>
            <Skeleton width="min(14rem, 100%)" height="3.25rem" />
          </div>
          <div className={lead.actions}>
            <Skeleton width="80%" height="var(--control)" />
          </div>
        </div>
      </div>
      <RowSkeleton margin />
      <RowSkeleton margin />
    </div>
  );
}
