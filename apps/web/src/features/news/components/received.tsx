import { LIKELIHOOD_BANDS } from '@marquee/contracts/constants';
import { useQuery } from '@tanstack/react-query';
import { Row } from '#src/components/ui/row.tsx';
import { TitleCard } from '#src/features/titles/components/title-card.tsx';
import { receivedQuery } from '../api.ts';

const SHOWN = 12;

/** The newest titles of the catalogue that the member may like, which there are also when nothing concerns the member. */
export function Received() {
  const { data = [] } = useQuery(receivedQuery);
  const liked = data.filter(({ likelyhood }) => likelyhood === null || likelyhood >= LIKELIHOOD_BANDS.low);
  if (liked.length === 0) return null;
  return (
    <Row title="New in the catalogue">
      {liked.slice(0, SHOWN).map((medium) => (
        <li key={medium.id}>
          <TitleCard medium={medium} />
        </li>
      ))}
    </Row>
  );
}
