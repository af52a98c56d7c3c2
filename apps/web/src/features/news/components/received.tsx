import { useQuery } from '@tanstack/react-query';
import { Row } from '#src/components/ui/row.tsx';
import { TitleCard } from '#src/features/titles/components/title-card.tsx';
import { receivedQuery } from '../api.ts';

/** The newest titles of the catalogue, which there are also when nothing concerns the member. */
export function Received() {
  const { data } = useQuery(receivedQuery);
  if (!data || data.length === 0) return null;
  return (
    <Row title="New in the catalogue">
      {data.map((medium) => (
        <li key={medium.id}>
          <TitleCard medium={medium} />
        </li>
      ))}
    </Row>
  );
}
