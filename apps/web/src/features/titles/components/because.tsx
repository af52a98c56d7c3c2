import type { MediumCard } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { useTitleLink } from './title-links.tsx';

function RatedTitle({ id, title }: { id: number; title: string }) {
  return <Link {...useTitleLink(id)}>{title}</Link>;
}

/** The reason for a title, in which the names of the rated titles open them. */
export function Because({ medium: { because, reason } }: { medium: Pick<MediumCard, 'because' | 'reason'> }) {
  let rest = reason ?? '';
  const parts = (because ?? []).map(({ medium_id: id, title }) => {
    const at = rest.indexOf(title);
    if (at < 0) return null;
    const before = rest.slice(0, at);
    rest = rest.slice(at + title.length);
    return (
      <span key={id}>
        {before}
        <RatedTitle id={id} title={title} />
      </span>
    );
  });
  return (
    <>
      {parts}
      {rest}
    </>
  );
}
