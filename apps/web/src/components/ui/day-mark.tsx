import css from './day-mark.module.css';

const number = new Intl.DateTimeFormat('en-US', { day: 'numeric', timeZone: 'UTC' });
const BELOW = {
  month: new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  weekday: new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }),
};

/** A day with a large number, beside what belongs to it. `said` is read instead of it. */
export function DayMark({
  on,
  below,
  isToday = false,
  said,
}: {
  on: string;
  below: keyof typeof BELOW;
  isToday?: boolean;
  said: string;
}) {
  const date = new Date(on);
  return (
    <time dateTime={on} className={css.date} data-today={isToday || undefined}>
      <span className="visually-hidden">{said}</span>
      <span className={css.day} aria-hidden="true">
        {number.format(date)}
      </span>
      <span className={css.below} aria-hidden="true">
        {isToday ? 'Today' : BELOW[below].format(date)}
      </span>
    </time>
  );
}
