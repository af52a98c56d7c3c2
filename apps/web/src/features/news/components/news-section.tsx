import type { ReactNode } from 'react';
import { Section } from '#src/components/ui/section.tsx';
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
  return (
    <Section title={isComplete ? completeHeading(group) : group.heading} aside={action}>
      <ul className={`stack ${css.lines}`}>
        {group.items.map((item, at) => (
          <NewsLine key={item.medium.id} item={item} eager={eager && at < 4} />
        ))}
      </ul>
    </Section>
  );
}
