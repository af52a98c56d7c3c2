import type { CalendarEvent } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { comingQuery } from '../api.ts';
import css from './news.module.css';

/** Days of one reply have many titles; more than these are read in the calendar. */
const SHOWN = 12;

const day = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

function eventInWords({ kind, season, episode, name, provider }: CalendarEvent): string {
  switch (kind) {
    case 'episode':
      return `Season ${season}, episode ${episode}${name ? `: ${name}` : ''}`;
    case 'arrives':
      return provider ? `Comes to ${provider.name}` : 'Arrives';
    case 'leaves':
      return provider ? `Leaves ${provider.name}` : 'Leaves';
    case 'round':
      return 'You chose it together';
  }
}

function Line({ date, event }: { date: string; event: CalendarEvent }) {
  const { medium } = event;
  return (
    <li className={css.line}>
      <PosterImage className={css.poster} src={medium.poster_url} fallback={generatedPoster(medium.id)} />
      <div className={css.words}>
        <h3 className={css.title}>
          <Link {...useTitleLink(medium.id)}>{medium.title}</Link>
        </h3>
        <p className={css.event}>{day.format(new Date(date))}</p>
        <p className={css.soft}>{eventInWords(event)}</p>
      </div>
    </li>
  );
}

/** What comes in the next four weeks: episodes of series in progress, and saved titles that arrive or leave. */
export function Coming() {
  const id = useId();
  const { data } = useQuery(comingQuery);
  const events = (data?.days ?? []).flatMap(({ day: date, events: all }) =>
    all.map((event) => ({ date, event })),
  );
  if (events.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>What comes</h2>
        <Link to={paths.calendar}>Calendar</Link>
      </div>
      <ul className={css.lines}>
        {events.slice(0, SHOWN).map(({ date, event }) => (
          <Line
            key={`${date} ${event.kind} ${event.medium.id} ${event.season} ${event.episode}`}
            date={date}
            event={event}
          />
        ))}
      </ul>
      {data?.sources.includes('tvmaze') && (
        <p className={css.soft}>
          Episodes from{' '}
          <a href="https://www.tvmaze.com" target="_blank" rel="noopener">
            TVmaze
          </a>{' '}
          (CC BY-SA 4.0).
        </p>
      )}
    </section>
  );
}
