import { DayMark } from '#src/components/ui/day-mark.tsx';
import { type Entry, longDay, monthOf } from '../calendar-days.ts';
import css from './calendar.module.css';
import { CalendarEntries } from './calendar-entries.tsx';

/** Days with what happens on each, one below the other. A day without entries is there only to say so, as today is. */
export function Agenda({
  days,
  today,
  heading: Heading = 'h2',
}: {
  days: readonly (readonly [day: string, entries: readonly Entry[]])[];
  today: string;
  heading?: 'h2' | 'h3';
}) {
  return (
    <ul className={css.agenda}>
      {days.map(([day, entries], at) => (
        <li key={day} className={css.ofDay}>
          {at > 0 && monthOf(day) !== monthOf(days[at - 1]?.[0] ?? day) && (
            <p className={css.next}>{monthOf(day)}</p>
          )}
          <section className={css.day} aria-labelledby={`day-${day}`}>
            <Heading id={`day-${day}`} aria-current={day === today ? 'date' : undefined}>
              <DayMark on={day} below="weekday" isToday={day === today} said={longDay(day, today)} />
            </Heading>
            {entries.length > 0 ? (
              <CalendarEntries entries={entries} />
            ) : (
              <p className="quiet">Nothing today.</p>
            )}
          </section>
        </li>
      ))}
    </ul>
  );
}
