import type { PrismaClient } from '@marquee/prisma';
import { createMedium, unique } from './factories.ts';
import { zipTexts } from './uploads.ts';

/** Seasons of a series, and episodes of each. */
const SEASONS = 4;
const EPISODES = 10;

/** Creates series with known episodes, of which the last season is to come. */
export async function createSeriesWithEpisodes(prisma: PrismaClient, count: number) {
  const prefix = unique('Evening ');
  const series = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      createMedium(prisma, { type: 'series', title: `${prefix} ${at}`, releaseYear: 2015 }),
    ),
  );
  await prisma.$executeRaw`
    INSERT INTO episodes (medium_id, season, episode, name, air_date, airs_on)
    SELECT medium_id, season, episode, 'Name ' || season || '.' || episode, day, day
      FROM unnest(${series.map(({ id }) => id)}::int[]) AS medium_id, generate_series(1, ${SEASONS}::int) AS season,
           generate_series(1, ${EPISODES}::int) AS episode,
           LATERAL (SELECT CASE WHEN season = ${SEASONS}::int THEN date '2099-01-01' ELSE date '2015-01-01' END + season * 60 + episode AS day) AS aired`;
  return series;
}

/**
 * Returns TV Time's export with so many episodes of each series, one after the other, each with its own day. The last series
 * has an episode with a number that nobody else knows.
 */
export function tvTimeArchive(series: readonly { title: string }[], episodesOf: (at: number) => number) {
  const rows = series.flatMap(({ title }, at) =>
    Array.from({ length: episodesOf(at) }, (_, index) => {
      const season = Math.floor(index / EPISODES) + 1;
      const day = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
      const again = index % 7 === 0 ? 1 : 0;
      return `${at},,s${at},${title},${season},${(index % EPISODES) + 1},${at * 1_000 + index},true,${day} 20:00:00,${again},false`;
    }),
  );
  rows.push(`${series.length - 1},,x,${series.at(-1)?.title},21,7,999999,true,2021-01-01 20:00:00,0,false`);
  return zipTexts({
    'tvtime-series-2026-07-07.csv': `uuid,tvdb_id,imdb_id,title,status,created_at\n${series
      .map(({ title }, at) => `s${at},${at},,${title},continuing,2018-12-18T12:39:15Z`)
      .join('\n')}\n`,
    'tvtime-series-episodes-2026-07-07.csv': `series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special\n${rows.join('\n')}\n`,
  });
}
