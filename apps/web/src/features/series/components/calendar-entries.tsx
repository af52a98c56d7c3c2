import { OfferAge } from '#src/features/titles/components/offer-link.tsx';
import { TitleLine } from '#src/features/titles/components/title-line.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { type Entry, entryInWords, entryKey } from '../calendar-days.ts';
import css from './calendar.module.css';

/** What happens to a title on a day, and at which time where the member is. */
export function Happening({ entry }: { entry: Entry }) {
  const { user } = useSession();
  const { at, kind } = entry;
  const time = new Intl.DateTimeFormat(undefined, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: user?.time_zone ?? undefined,
  });
  return (
    <>
      {entryInWords(entry)}
      {at !== null && kind !== 'round' && (
        <>
          {' · '}
          <time dateTime={at}>{time.format(new Date(at))}</time>
        </>
      )}
    </>
  );
}

/** What happens on one day, with links to the titles. */
export function CalendarEntries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className={css.entries}>
      {entries.map((entry) => {
        const { medium, provider } = entry;
        const offer = medium.provider_medium.find(
          ({ medium_provider }) => medium_provider.id === provider?.id,
        );
        return (
          <li key={entryKey(entry)}>
            <TitleLine medium={medium}>
              <p className="quiet">
                <Happening entry={entry} />
              </p>
              {offer && <OfferAge offer={offer} />}
            </TitleLine>
          </li>
        );
      })}
    </ul>
  );
}
