import { Link } from 'react-router-dom';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { OfferAge } from '#src/features/titles/components/offer-link.tsx';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { type Entry, entryInWords } from '../calendar-days.ts';
import css from './calendar.module.css';

/** An instant as a time of the day where the member is. */
function Time({ at }: { at: string }) {
  const { user } = useSession();
  const time = new Intl.DateTimeFormat(undefined, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: user?.time_zone ?? undefined,
  });
  return <time dateTime={at}>{time.format(new Date(at))}</time>;
}

function Line({ entry }: { entry: Entry }) {
  const { medium, provider, at } = entry;
  const offer = medium.provider_medium.find(({ medium_provider }) => medium_provider.id === provider?.id);
  return (
    <li className={css.entry}>
      <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} />
      <div>
        <p className={css.title}>
          <Link {...useTitleLink(medium.id)}>{medium.title}</Link>
        </p>
        <p className={css.what}>
          {entryInWords(entry)}
          {at !== null && entry.kind !== 'round' && (
            <>
              {' · '}
              <Time at={at} />
            </>
          )}
        </p>
        {offer && <OfferAge offer={offer} />}
      </div>
    </li>
  );
}

/** What happens on one day, with links to the titles. */
export function CalendarEntries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={css.entries}>
      {entries.map((entry) => (
        <Line key={`${entry.kind} ${entry.medium.id} ${entry.season} ${entry.provider?.id}`} entry={entry} />
      ))}
    </ul>
  );
}
