import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import { useTitle } from '#src/lib/screen/use-title.ts';
import css from './page.module.css';
import { PageTabs } from './page-tabs.tsx';

/** A screen with its heading, which sets the document title. `narrow` is for forms. */
export function Page({
  title,
  heading = title,
  tabs,
  lead,
  aside,
  narrow = false,
  headHidden = false,
  children,
}: {
  title: string;
  heading?: ReactNode;
  /** The screens beside this one, among which the heading stands. */
  tabs?: Omit<ComponentProps<typeof PageTabs>, 'current'>;
  lead?: ReactNode;
  /** Content at the end of the heading's line, such as a link to a related page. */
  aside?: ReactNode;
  narrow?: boolean;
  /** Leaves the heading to those who do not see the screen, where its content says what it is. */
  headHidden?: boolean;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className={cx(css.page, narrow && css.narrow)}>
      <header className={headHidden ? 'visually-hidden' : `stack gap-3 ${css.head}`}>
        <div className={`wrap ${css.line}`}>
          {tabs ? <PageTabs {...tabs} current={title} /> : <h1>{heading}</h1>}
          {aside}
        </div>
        {lead && <p className={css.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
