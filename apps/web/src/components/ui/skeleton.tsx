import css from './skeleton.module.css';

/** A block of the size of what is coming. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <div className={css.block} style={{ width, height }} aria-hidden="true" />;
}

/** A title card before it arrives: poster and two caption lines, 4.5 rem high. */
export function CardSkeleton() {
  return (
    <div className={css.card} aria-hidden="true">
      <div className={`${css.block} ${css.poster}`} />
      <Skeleton height="1.25rem" />
      <Skeleton width="60%" height="1rem" />
    </div>
  );
}

/** A row of Discover before it arrives. */
export function RowSkeleton({ cards = 12 }: { cards?: number }) {
  return (
    <div className={css.row} aria-hidden="true">
      <Skeleton width="12rem" height="1.75rem" />
      <div className={css.strip}>
        {Array.from({ length: cards }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <CardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}

/** A grid page before it arrives. */
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
