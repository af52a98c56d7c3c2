import type { Year, YearTitle } from '@marquee/contracts';
import { starsInWords } from '@marquee/contracts/in-words';
import * as paths from '@marquee/contracts/paths';
import { hoursInWords } from '@marquee/contracts/poster-words';
import { isYear, screenAddress } from '@marquee/contracts/screen-address';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Figures } from '#src/components/ui/figures.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Section } from '#src/components/ui/section.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { deleteYearLink, makeYearLink, yearFiguresQuery, yearQuery } from '#src/features/taste/api.ts';
import posterCss from '#src/features/taste/components/poster.module.css';
import { PosterLink } from '#src/features/taste/components/poster-link.tsx';
import { PosterWays } from '#src/features/taste/components/poster-ways.tsx';
import { WorldMap } from '#src/features/taste/components/world-map.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { inWords } from '#src/features/titles/facts.ts';
import css from './year.module.css';

/** Values of one chart. More say nothing that one likes to read. */
const BARS = 6;

/** A shorter evening is a usual one. */
const LONG_EVENING_MINUTES = 180;

const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

const day = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const on = (date: string): string => day.format(new Date(date));
const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** Bars with their counts beside them, so that the drawing says nothing that the words do not. */
function Bars({ title, values }: { title: string; values: readonly { name: string; count: number }[] }) {
  const most = Math.max(...values.map(({ count }) => count), 1);
  if (values.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={css.bars}>
        {values.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <span className={css.bar} aria-hidden="true">
              <span style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span className={css.count}>{count}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Titles({
  title,
  titles,
}: {
  title: string;
  titles: readonly { title: YearTitle; words: string }[];
}) {
  if (titles.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={css.titles}>
        {titles.map(({ title: { id: mediumId, title: name, poster_url: src }, words }) => (
          <li key={`${mediumId} ${words}`}>
            <Link className="title-link" to={screenAddress(paths.discoverTitle, { mediaId: mediumId })}>
              <PosterImage src={src} fallback={generatedPoster(mediumId)} />
              <span className={css.name}>{name}</span>
            </Link>
            <span className="quiet">{words}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Told({ year, day: only }: { year: Year; day: string | null }) {
  const { longest_evening: evening, grew, titles, rated, genres, decades } = year;
  const [[genre], [most]] = [genres, decades];
  const lines = [
    ...(only === null
      ? []
      : [
          `You ${rated === titles ? 'rated' : 'saw or rated'} ${titles} titles on ${on(only)}.`,
          'Mark the day on which you see something, and this page becomes the story of your year.',
        ]),
    ...(evening && evening.minutes >= LONG_EVENING_MINUTES
      ? [
          `Your longest evening was ${on(evening.day)}: ${hoursInWords(evening.minutes)} with ${inWords.format(evening.titles.map(({ title }) => title))}.`,
        ]
      : []),
    ...grew.map(
      ({ name, share, before }) =>
        `More ${name.toLowerCase()}: ${share} % of your titles, before ${before} %.`,
    ),
    ...(grew.length === 0 && genre && most
      ? [`${genre.name} more than anything else, and the ${most.decade}s more than any other time.`]
      : []),
  ];
  return lines.map((line) => (
    <p key={line} className={css.told}>
      {line}
    </p>
  ));
}

/** A link to a year beside this one, if that one has a story. */
function OtherYear({ year }: { year: number }) {
  const hasStory = useQuery(yearFiguresQuery(year)).data?.year != null;
  return hasStory && <Link to={screenAddress(paths.tasteYear, { year })}>{year}</Link>;
}

/** A year of the member: what they saw and rated, in figures that one likes to read, and as a poster. */
export function Component() {
  const year = Number(useParams().year);
  const query = useQuery(yearQuery(year));
  const { year: found, link } = query.data ?? {};
  const now = new Date().getUTCFullYear();
  // Everything of one day is no story yet: the first is the last, and one bar is no chart.
  const onlyDay = found && found.first.day === found.last.day ? found.first.day : null;
  return (
    <Page
      title={`Your ${year}`}
      aside={
        <span className={css.years}>
          {isYear(String(year - 1)) && <OtherYear year={year - 1} />}
          {year < now && <OtherYear year={year + 1} />}
          <Link to={paths.taste}>Your taste</Link>
        </span>
      }
    >
      {query.isPending && <Skeleton height="40rem" />}
      {query.isError && !query.data && <QueryError of={query} />}
      {found === null && (
        <EmptyState
          text={`${year} has no story yet.`}
          more="From three titles on that you rated or marked as seen with their day, this page tells your year."
          action={
            <ButtonLink to={paths.welcomeRate} variant="primary">
              Rate some titles
            </ButtonLink>
          }
        />
      )}
      {found && (
        <div className={css.year}>
          {onlyDay === null && (
            <Figures
              values={[
                { count: Math.round(found.minutes / 60), one: 'hour', more: 'hours' },
                { count: found.movies, one: 'movie', more: 'movies' },
                { count: found.series, one: 'series', more: 'series' },
                { count: found.rated === found.titles ? 0 : found.rated, one: 'rating', more: 'ratings' },
              ]}
            />
          )}
          <Told year={found} day={onlyDay} />
          <div className={css.places}>
            <WorldMap codes={found.countries.map(({ code }) => code)} />
            <Bars
              title={many(found.countries.length, 'country', 'countries')}
              values={found.countries.slice(0, BARS)}
            />
          </div>
          <div className={css.rows}>
            <Titles
              title="Most loved"
              titles={found.loved.map((title) => ({ title, words: starsInWords(title.rating) }))}
            />
            {onlyDay === null && (
              <Titles
                title="First and last"
                titles={[found.first, found.last].map((title) => ({ title, words: on(title.day) }))}
              />
            )}
          </div>
          <div className={css.charts}>
            <Bars
              title="From which decades"
              values={found.decades
                .slice(0, BARS)
                .toSorted((a, b) => a.decade - b.decade)
                .map(({ decade, count }) => ({ name: `${decade}s`, count }))}
            />
            <Bars title="Genres" values={found.genres.slice(0, BARS)} />
            {found.months.length > 1 && (
              <Bars
                title="Month by month"
                values={found.months.map(({ month: number, titles: count }) => ({
                  name: month.format(Date.UTC(year, number - 1)),
                  count,
                }))}
              />
            )}
          </div>
          {found.picture !== null && (
            <div className={`wrap ${posterCss.poster}`}>
              <img
                src={found.picture}
                alt={`Your ${year} as a poster: ${many(found.titles, 'title', 'titles')}`}
                width={1080}
                height={1920}
              />
              <div className={`stack gap-5 ${posterCss.beside}`}>
                <PosterWays picture={found.picture} file={`my-${year}.jpg`} />
                <PosterLink
                  link={link ?? null}
                  queryKey={yearQuery(year).queryKey}
                  make={() => makeYearLink(year)}
                  takeBack={() => deleteYearLink(year)}
                  shows="the figures of the year"
                  text={`My ${year} in movies and series`}
                />
              </div>
            </div>
          )}
        </div>
      )}
    </Page>
  );
}
