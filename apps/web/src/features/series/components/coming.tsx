import { dayIn } from '@marquee/contracts/days';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Section } from '#src/components/ui/section.tsx';
import { TitleLine } from '#src/features/titles/components/title-line.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { calendarQuery } from '../api.ts';
import { addDays, entriesByDay, type SeasonAhead, seasonsAhead } from '../calendar-days.ts';
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
  const days = query.data ? entriesByDay(query.data, ({ kind }) => kind !== 'round') : [];
  return { today, days, isPending: query.isPending, sources: query.data?.sources ?? [] };
}

function Season({ ahead: { medium, season, from, to, count } }: { ahead: SeasonAhead }) {
  return (
    <li>
      <TitleLine medium={medium}>
        <p>
          Season {season}, from {dayInWords(from)}
        </p>
        <p className="quiet">
          {count === 1
            ? 'One episode has its day'
            : `${count} episodes ${from === to ? 'at once' : `until ${dayInWords(to)}`}`}
        </p>
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
        <Section title="Seasons that begin soon">
          <ul className={css.entries}>
            {seasons.map((ahead) => (
              <Season key={`${ahead.medium.id} ${ahead.season}`} ahead={ahead} />
            ))}
          </ul>
        </Section>
      )}
      <Section title="What comes" aside={<Link to={paths.calendar}>Calendar</Link>}>
        <Agenda days={days.slice(0, SHOWN)} today={today} heading="h3" />
        {sources.includes('tvmaze') && (
          <p className="quiet">
            Episodes from <Tvmaze />.
          </p>
        )}
      </Section>
    </>
  );
}
