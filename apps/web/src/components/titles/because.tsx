import type { MediumCard } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { useTitleLink } from './title-links.tsx';

function RatedTitle({ id, title }: { id: number; title: string }) {
  return <Link {...useTitleLink(id)}>{title}</Link>;
}

/** “Because you rated …”: the one or two own ratings that moved the prediction most. */
export function Because({ because }: { because: MediumCard['because'] }) {
  const [first, second] = because ?? [];
  if (!first) return null;
  return (
    <>
      Because you rated <RatedTitle id={first.medium_id} title={first.title} />
      {second && (
        <>
          {' '}
          and <RatedTitle id={second.medium_id} title={second.title} />
        </>
      )}
    </>
  );
}
