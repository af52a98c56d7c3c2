import { existsSync } from 'node:fs';
import { EPISODE_NUMBER_MAX, SEASON_NUMBER_MAX, SeriesStatus } from '@marquee/contracts';
import { openFeedFile } from '#src/modules/catalogue/feed/feed-file.ts';
import type { SeriesRecord } from '#src/modules/catalogue/series/series-record.ts';
import { episodesPath, seasonsPath, seriesPath } from './demo-files.ts';

/** The day from which the seasons and episodes of the files are known: their list is of August 2026. */
const SEASONS_AS_OF = '2026-08-01';

type SaidSeries = Omit<SeriesRecord, 'medium_id' | 'source'> & { key: string };
interface Draft extends SaidSeries {
  seasons: SeriesRecord['seasons'][number][];
  episodes: SeriesRecord['episodes'][number][];
}

/** Yields the rows of a table whose first line names the columns. A file that was left out has none. */
async function* rowsOf(path: string): AsyncGenerator<string[]> {
  if (!existsSync(path)) return;
  let isHeader = true;
  for await (const line of (await openFeedFile(path)).lines) {
    if (!isHeader && line !== '') yield line.split('\t');
    isHeader = false;
  }
}

/** Reads the files about the demo's series, best known series first. */
export async function readSeriesFiles(): Promise<SaidSeries[]> {
  const all = new Map<string, Draft>();
  const of = (key: string): Draft => {
    const known = all.get(key);
    if (known) return known;
    const draft: Draft = {
      key,
      status: null,
      network: null,
      last_air_date: null,
      as_of: null,
      seasons: [],
      episodes: [],
    };
    all.set(key, draft);
    return draft;
  };
  for await (const [key = '', season, episodes, day] of rowsOf(seasonsPath)) {
    const series = of(key);
    series.as_of = SEASONS_AS_OF;
    series.seasons.push({
      season: Math.min(Number(season), SEASON_NUMBER_MAX),
      episodes: Math.min(Number(episodes), EPISODE_NUMBER_MAX),
      first_air_date: day || null,
    });
  }
  for await (const [key = '', season, episode, name, day, minutes] of rowsOf(episodesPath)) {
    const number = Number(episode);
    if (number > EPISODE_NUMBER_MAX) continue;
    const series = of(key);
    series.as_of = SEASONS_AS_OF;
    series.episodes.push({
      season: Number(season),
      episode: number,
      name: name || null,
      air_date: day || null,
      air_at: null,
      runtime_minutes: Number(minutes) || null,
      source_id: null,
      source_season: null,
      source_episode: null,
    });
  }
  for await (const [key = '', status, network, day, asOf] of rowsOf(seriesPath)) {
    const series = of(key);
    series.status = SeriesStatus.options.find((known) => known === status) ?? null;
    series.network = network || null;
    series.last_air_date = day || null;
    series.as_of ??= asOf ? `${asOf}-01` : null;
  }
  return [...all.values()];
}
