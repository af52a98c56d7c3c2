import { useQuery } from '@tanstack/react-query';
import { mediumQuery } from '../api.ts';
import { useTitleActions } from '../hooks/title-actions.ts';
import { Story } from './story.tsx';

/** The story and the reason of a title of which only the card is loaded. Nothing until the whole title has come. */
export function ToldStory({ id, className }: { id: number; className?: string | undefined }) {
  const isMember = useTitleActions() !== null;
  const medium = useQuery(mediumQuery(id, isMember)).data;
  if (!medium || (medium.overview === null && medium.themes.length === 0 && medium.reason === null))
    return null;
  return (
    <div className={className}>
      <Story medium={medium} />
      {medium.reason !== null && <p>{medium.reason}</p>}
    </div>
  );
}
