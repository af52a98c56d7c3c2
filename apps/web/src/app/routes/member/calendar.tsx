import { dayIn } from '@marquee/contracts/days';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Section } from '#src/components/ui/section.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { calendarQuery } from '#src/features/series/api.ts';
import {
  addDays,
  entriesByDay,
  firstWeekday,
  longDay,
  stepFrom,
  weeksOf,
} from '#src/features/series/calendar-days.ts';
import { Agenda } from '#src/features/series/components/agenda.tsx';
import { CalendarEntries } from '#src/features/series/components/calendar-entries.tsx';
import { CalendarMonth } from '#src/features/series/components/calendar-month.tsx';
import { Tvmaze } from '#src/features/series/components/tvmaze.tsx';
import { UpNextRow } from '#src/features/series/components/up-next-row.tsx';
import { useAddressValue } from '#src/features/titles/hooks/use-address-value.ts';
import { useIsNarrow } from '#src/lib/screen/phone.ts';
import { useSession } from '#src/lib/session/session.ts';
import css from './calendar.module.css';
import { EVENING_TABS } from './evening-tabs.ts';

/** Days of the agenda. */
const AGENDA_DAYS = 42;
const DAYS_BEFORE = 28;

const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Weeks in which nothing happens: what the calendar tells, what waits meanwhile, and what the last weeks had. */
function Nothing({ on }: { on: string }) {
  const query = useQuery(calendarQuery(addDays(on, -DAYS_BEFORE), addDays(on, -1)));
  const before = query.data ? entriesByDay(query.data).reverse() : [];
  return (
    <>
      <EmptyState
        text="Nothing in these weeks."
        more="Episodes of series that you watch stand here, and saved titles that come to your services or leave them, as soon as their day is known."
        action={<ButtonLink to={paths.discover}>Find something to save</ButtonLink>}
      />
      <UpNextRow />
      {before.length > 0 && (
        <Section title="In the weeks before">
          <Agenda days={before} today={on} heading="h3" />
        </Section>
      )}
    </>
  );
}

/** What comes and what came, by day. The chosen day is in the address. */
export function Component() {
  const { user } = useSession();
  const today = dayIn(user?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
  const isNarrow = useIsNarrow();
  const [value, setValue] = useAddressValue('on');
  // February 30 is the second of March, as the browser reads it.
  const on =
    value !== null && /^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)
      ? addDays(value, 0)
      : today;
  const choose = (day: string) => setValue(day === today ? null : day);
  const weekday = firstWeekday(user?.country ?? 'US');
  const weeks = weeksOf(on, today, weekday);
  const [from, to] = isNarrow
    ? [on, addDays(on, AGENDA_DAYS - 1)]
    : [weeks[0]?.[0] ?? on, weeks.at(-1)?.at(-1) ?? on];
  const query = useQuery(calendarQuery(from, to));
  const entries = new Map(query.data && entriesByDay(query.data));
  // Such weeks reach into the next month.
  const isFromToday = !isNarrow && on.slice(0, 7) === today.slice(0, 7) && weeks[0]?.includes(today);
  const isEmpty = query.data !== undefined && entries.size === 0;
  const move = (steps: 1 | -1) =>
    choose(isNarrow ? addDays(on, steps * AGENDA_DAYS) : stepFrom(on, steps, today, weekday));
  // Today is always told, also when nothing happens.
  if (isNarrow && today >= from && today <= to && !entries.has(today)) entries.set(today, []);
  const days = [...entries].sort(([a], [b]) => a.localeCompare(b));
  return (
    <>
      <Page title="Calendar" tabs={EVENING_TABS}>
        <div className="stack gap-3" aria-busy={query.isPending}>
          <div className={`wrap ${css.bar}`}>
            <Button variant="icon" aria-label="Earlier" onClick={() => move(-1)}>
              <Icon name="previous" />
            </Button>
            <p className={css.range} aria-live="polite">
              {monthAndYear.formatRange(new Date(on), new Date(isFromToday ? to : on))}
            </p>
            <Button variant="icon" aria-label="Later" onClick={() => move(1)}>
              <Icon name="next" />
            </Button>
            {on !== today && (
              <Button variant="plain" onClick={() => choose(today)}>
                Today
              </Button>
            )}
          </div>
          {query.isError && !query.data ? (
            <QueryError of={query} />
          ) : isNarrow && query.isPending ? (
            <Skeleton height="30rem" />
          ) : (
            <>
              {isNarrow ? (
                !isEmpty && <Agenda days={days} today={today} />
              ) : (
                <CalendarMonth
                  weeks={weeks}
                  on={on}
                  today={today}
                  entries={entries}
                  isLoading={query.isPending}
                  onChoose={choose}
                />
              )}
              {isEmpty && <Nothing on={from} />}
              {!isNarrow && entries.size > 0 && (
                <section
                  className={`stack gap-3 ${css.chosen}`}
                  aria-labelledby="chosen-day"
                  aria-live="polite"
                >
                  <h2 id="chosen-day">{longDay(on, today)}</h2>
                  {entries.has(on) ? (
                    <CalendarEntries entries={entries.get(on) ?? []} />
                  ) : (
                    <p className="quiet">Nothing on this day.</p>
                  )}
                </section>
              )}
            </>
          )}
          {query.data?.sources.includes('tvmaze') && (
            <p className="quiet">
              Days of episodes from <Tvmaze />. The page of a series says of which day they are.
            </p>
          )}
        </div>
      </Page>
      <Outlet />
    </>
  );
}
