import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { Row } from '#src/components/ui/row.tsx';
import { RowLink } from '#src/components/ui/row-link.tsx';
import { CardSkeleton } from '#src/components/ui/skeleton.tsx';
import { TitleCard } from '#src/features/titles/components/title-card.tsx';
import { suggestedQuery } from '../api.ts';
import css from './suggested-row.module.css';

/** Number of cards: enough for two widths of the widest row, and quick to draw while the member types. */
const SHOWN = 12;

/** The address of all recommendations on the member's streaming services. */
const ALL = { pathname: screenAddress(paths.row, { rowId: 'recommended' }), search: 'all_streaming=false' };

/** Recommendations before typing. Renders nothing when there are no titles or when loading fails. */
export function SuggestedRow() {
  const { data, isPending } = useQuery(suggestedQuery);
  const titles = data?.filter(({ hidden, rating }) => !hidden && rating === null).slice(0, SHOWN);
  if (!isPending && !titles?.length) return null;
  return (
    <Row
      margin
      title={texts.recommendedForYou}
      heading={<RowLink to={ALL}>{texts.recommendedForYou}</RowLink>}
    >
      {titles
        ? titles.map((medium) => (
            <li key={medium.id} className={css.item}>
              <TitleCard medium={medium} />
            </li>
          ))
        : Array.from({ length: SHOWN }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity. The text keeps keys apart from ids.
            <li key={`skeleton-${index}`} className={css.item} aria-hidden="true">
              <CardSkeleton />
            </li>
          ))}
    </Row>
  );
}
