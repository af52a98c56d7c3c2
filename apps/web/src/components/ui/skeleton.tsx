import { cx } from '#src/lib/screen/class-names.ts';
import row from './row.module.css';
import css from './skeleton.module.css';

/** A placeholder that has the final size of the content. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <div className={css.block} style={{ width, height }} aria-hidden="true" data-skeleton />;
}

/** Placeholder of a title card: poster, two title lines, facts and likelihood. */
export function CardSkeleton() {
  return (
    <div className={`stack gap-1 ${css.card}`} aria-hidden="true">
      <div className={`${css.block} ${css.poster}`} />
      <Skeleton width="85%" height="2.75rem" />
      <Skeleton width="60%" height="1.5rem" />
      <Skeleton width="70%" height="1.5rem" />
    </div>
  );
}

/** Placeholder of a row. `margin` has the same meaning as in Row. */
export function RowSkeleton({ cards = 12, margin = false }: { cards?: number; margin?: boolean }) {
  return (
    <div className={cx(row.row, margin && row.margin)} aria-hidden="true">
      <Skeleton width="80%" height="1.75rem" />
      <div className={row.window}>
        <div className={cx(row.strip, css.still)}>
          {Array.from({ length: cards }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
            <CardSkeleton key={index} />
          ))}
        </div>
      </div>
    </div>
  );
}

export function GridSkeleton({ cards = 24 }: { cards?: number }) {
  return (
    <div className={css.grid} aria-hidden="true">
      {Array.from({ length: cards }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <CardSkeleton key={index} />
      ))}
    </div>
  );
}
