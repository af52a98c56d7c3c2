import { dayIn } from '@marquee/contracts/days';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { calendarQuery } from '#src/features/series/api.ts';
import { addDays, addMonths, type Entry, entriesOf, weeksOf } from '#src/features/series/calendar-days.ts';
import { CalendarEntries } from '#src/features/series/components/calendar-entries.tsx';
import { CalendarMonth } from '#src/features/series/components/calendar-month.tsx';
import { Tvmaze } from '#src/features/series/components/tvmaze.tsx';
import { useAddressValue } from '#src/features/titles/hooks/use-address-value.ts';
import { useIsNarrow } from '#src/lib/screen/phone.ts';
import { useSession } from '#src/lib/session/session.ts';
import css from './calendar.module.css';
import { EVENING_TABS } from './evening-tabs.ts';

/** Days of the agenda. */
const AGENDA_DAYS = 42;

const long = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const longDay = (day: string, today: string): string =>
  `${day === today ? 'Today, ' : ''}${long.format(new Date(day))}`;

interface View {
  /** The chosen day, from which the agenda starts. */
  on: string;
  today: string;
  entries: ReadonlyMap<string, readonly Entry[]>;
  choose: (day: string) => void;
}

function Agenda({ on, today, entries }: View) {
  const last = addDays(on, AGENDA_DAYS - 1);
  const days = [...entries.keys(), ...(today >= on && today <= last && !entries.has(today) ? [today] : [])];
  return (
    <div className={css.agenda}>
      {days.sort().map((day) => (
        <section key={day} className={css.day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} aria-current={day === today ? 'date' : undefined}>
            {longDay(day, today)}
          </h2>
          {entries.has(day) ? (
            <CalendarEntries entries={entries.get(day) ?? []} />
          ) : (
            <p className={css.none}>Nothing today.</p>
          )}
        </section>
      ))}
      {entries.size === 0 && <Nothing />}
    </div>
  );
}

function Month({ on, today, entries, choose }: View) {
  const chosen = entries.get(on) ?? [];
  return (
    <div className={css.month}>
      <CalendarMonth on={on} today={today} entries={entries} onChoose={choose} />
      <section className={css.chosen} aria-labelledby="chosen-day" aria-live="polite">
        <h2 id="chosen-day">{longDay(on, today)}</h2>
        {chosen.length > 0 ? (
          <CalendarEntries entries={chosen} />
        ) : entries.size === 0 ? (
          <Nothing />
        ) : (
          <p className={css.none}>Nothing on this day.</p>
        )}
      </section>
    </div>
  );
}

function Nothing() {
  return (
    <EmptyState
      text="Nothing in these weeks."
      more="The episodes of series that you watch stand here, and saved titles when they come to your services or leave them."
      action={<ButtonLink to={paths.upNext}>Show what you are watching</ButtonLink>}
    />
  );
}

/** What comes and what came, by day. The chosen day is in the address. */
export function Component() {
  const { user } = useSession();
  const today = dayIn(user?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
  const isNarrow = useIsNarrow();
  const [value, setValue] = useAddressValue('on');
  const on = /^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d)$/.test(value ?? '') && value ? value : today;
  const choose = (day: string) => setValue(day === today ? null : day);
  const weeks = weeksOf(on);
  const [from, to] = isNarrow
    ? [on, addDays(on, AGENDA_DAYS - 1)]
    : [weeks[0]?.[0] ?? on, weeks.at(-1)?.at(-1) ?? on];
  const query = useQuery(calendarQuery(from, to));
  const entries = new Map(
    query.data?.days.map(({ day, events }) => [
      day,
      entriesOf(events.filter(({ medium }) => !medium.hidden)),
    ]),
  );
  const move = (steps: 1 | -1) => choose(isNarrow ? addDays(on, steps * AGENDA_DAYS) : addMonths(on, steps));
  const View = isNarrow ? Agenda : Month;
  return (
    <>
      <Page title="Calendar" tabs={EVENING_TABS}>
        <div className={css.calendar} aria-busy={query.isPending}>
          <div className={css.bar}>
            <Button
              variant="icon"
              aria-label={isNarrow ? 'Earlier' : 'Previous month'}
              onClick={() => move(-1)}
            >
              <Icon name="previous" />
            </Button>
            <p className={css.range} aria-live="polite">
              {monthAndYear.format(new Date(on))}
            </p>
            <Button variant="icon" aria-label={isNarrow ? 'Later' : 'Next month'} onClick={() => move(1)}>
              <Icon name="next" />
            </Button>
            {on !== today && (
              <Button variant="plain" onClick={() => choose(today)}>
                Today
              </Button>
            )}
          </div>
          {query.isError && !query.data ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : isNarrow && query.isPending ? (
            <Skeleton height="30rem" />
          ) : (
            <View on={on} today={today} entries={entries} choose={choose} />
          )}
          {query.data?.sources.includes('tvmaze') && (
            <p className={css.credit}>
              Days of episodes from <Tvmaze />. The page of a series says of which day they are.
            </p>
          )}
        </div>
      </Page>
      <Outlet />
    </>
  );
}
