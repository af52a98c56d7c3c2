import type { Person } from '@marquee/contracts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { titlesInWords } from '#src/features/titles/facts.ts';
import css from './person-header.module.css';

/** A person's portrait, name and count. It has its final size while loading. */
export function PersonHeader({ person, count }: { person: Person | undefined; count: number | undefined }) {
  return (
    <header className={css.header}>
      {person?.image ? (
        <img src={person.image} alt="" width={480} height={480} className={css.portrait} />
      ) : (
        <div className={css.portrait} />
      )}
      {person ? <h1 className={css.name}>{person.full_name}</h1> : <Skeleton width="18rem" height="4rem" />}
      <p className={css.count}>{count !== undefined && titlesInWords(count)}</p>
    </header>
  );
}
