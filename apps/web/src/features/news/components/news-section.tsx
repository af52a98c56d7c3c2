import { type ReactNode, useId } from 'react';
import { completeHeading, type NewsGroup } from '../news-groups.ts';
import css from './news.module.css';
import { NewsLine } from './news-line.tsx';

/** The news of one kind, or of one import. */
export function NewsSection({
  group,
  isComplete,
  eager,
  action,
}: {
  group: NewsGroup;
  /** Whether all news are loaded. */
  isComplete: boolean;
  /** Whether the first posters load at once. */
  eager: boolean;
  action?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{isComplete ? completeHeading(group) : group.heading}</h2>
        {action}
      </div>
      <ul className={css.lines}>
        {group.items.map((item, at) => (
          <NewsLine key={item.medium.id} item={item} eager={eager && at < 4} />
        ))}
      </ul>
    </section>
  );
}
