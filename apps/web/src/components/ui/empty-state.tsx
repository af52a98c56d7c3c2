import type { ReactNode } from 'react';
import { useTitle } from '#src/lib/screen/use-title.ts';
import css from './empty-state.module.css';

function DocumentTitle({ title }: { title: string }) {
  useTitle(title);
  return null;
}

/** An empty or failed screen: a sentence, an optional explanation and one action. */
export function EmptyState({
  title,
  text,
  more,
  action,
  alert = false,
}: {
  /** The document title, where the state is a whole page. */
  title?: string;
  text: string;
  more?: ReactNode;
  action?: ReactNode;
  alert?: boolean;
}) {
  return (
    <div className={css.empty} role={alert ? 'alert' : undefined}>
      {title && <DocumentTitle title={title} />}
      <hr className={`bulbs ${css.bulbs}`} />
      <p className={css.text}>{text}</p>
      {more && <p className="soft">{more}</p>}
      {action}
    </div>
  );
}
