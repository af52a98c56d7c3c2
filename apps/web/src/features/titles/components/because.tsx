import type { MediumCard } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { withArticle } from '#src/lib/screen/country-name.ts';
import { useTitleLink } from './title-links.tsx';

type Reason = NonNullable<MediumCard['because']>[number];

/** Returns the shared fact in words. */
function sharedInWords(shared: Reason['shared']): string {
  switch (shared?.kind) {
    case 'director':
      return ` (both by ${shared.name})`;
    case 'cast':
      return ` (both with ${shared.name})`;
    case 'country':
      return ` (both from ${withArticle(shared.name)})`;
    case 'decade':
      return ` (both from the ${shared.name})`;
    case 'genre':
    case 'franchise':
      return ` (both ${shared.name})`;
    default:
      return '';
  }
}

function RatedTitle({ reason }: { reason: Reason }) {
  return (
    <>
      <Link {...useTitleLink(reason.medium_id)}>{reason.title}</Link>
      {sharedInWords(reason.shared)}
    </>
  );
}

/** The one or two own ratings that moved the prediction most, with the shared facts. */
export function Because({ because }: { because: MediumCard['because'] }) {
  const [first, second] = because ?? [];
  if (!first) return null;
  const titles = (
    <>
      <RatedTitle reason={first} />
      {second && (
        <>
          {' '}
          and <RatedTitle reason={second} />
        </>
      )}
    </>
  );
  return first.effect === 'raised' ? (
    <>Because you liked {titles}</>
  ) : (
    <>Less likely, since you rated {titles} low</>
  );
}
