import { dayIn } from '@marquee/contracts/days';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Quiet, TitleLine } from '#src/features/titles/components/title-line.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { calendarQuery } from '../api.ts';
import { addDays, entriesOf, type SeasonAhead, seasonsAhead } from '../calendar-days.ts';
import { dayInWords } from '../in-words.ts';
import { Agenda } from './agenda.tsx';
import css from './calendar.module.css';
import { Tvmaze } from './tvmaze.tsx';

/** How far a calendar of one call reaches. */
const DAYS_AHEAD = 92;
/** Days that are told at once. The calendar has all of them. */
const SHOWN = 6;

/** Returns the query for what comes to a member from today on. */
export function useComing() {
  const { user } = useSession();
  const today = dayIn(user?.time_zone ?? 'UTC', new Date());
  const query = useQuery(calendarQuery(today, addDays(today, DAYS_AHEAD - 1)));
  const days = (query.data?.days ?? []).flatMap(({ day, events }) => {
    const entries = entriesOf(events.filter(({ medium }) => !medium.hidden));
    return entries.length > 0 ? [[day, entries] as const] : [];
  });
  return { today, days, isPending: query.isPending, sources: query.data?.sources ?? [] };
}

function Season({ ahead: { medium, season, from, to, count } }: { ahead: SeasonAhead }) {
  return (
    <li>
      <TitleLine medium={medium}>
        <p>
          Season {season}, from {dayInWords(from)}
        </p>
        <Quiet>
          {count === 1
            ? 'One episode has its day'
            : `${count} episodes ${from === to ? 'at once' : `until ${dayInWords(to)}`}`}
        </Quiet>
      </TitleLine>
    </li>
  );
}

/** The seasons of the member's series that begin soon, and the next days of their calendar. */
export function Coming() {
  const { today, days, sources } = useComing();
  const seasons = seasonsAhead(days);
  if (days.length === 0) return null;
  return (
    <>
      {seasons.length > 0 && (
        <section className={css.coming} aria-labelledby="seasons-ahead">
          <h2 id="seasons-ahead">Seasons that begin soon</h2>
          <ul className={css.entries}>
            {seasons.map((ahead) => (
              <Season key={`${ahead.medium.id} ${ahead.season}`} ahead={ahead} />
            ))}
          </ul>
        </section>
      )}
      <section className={css.coming} aria-labelledby="what-comes">
        <div className={css.head}>
          <h2 id="what-comes">What comes</h2>
          <Link to={paths.calendar}>Calendar</Link>
        </div>
        <Agenda days={days.slice(0, SHOWN)} today={today} heading="h3" />
        {sources.includes('tvmaze') && (
          <p className={css.none}>
            Episodes from <Tvmaze />.
          </p>
        )}
      </section>
    </>
  );
}
