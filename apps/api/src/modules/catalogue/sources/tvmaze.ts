import { EPISODE_NUMBER_MAX, SEASON_NUMBER_MAX, type SeriesStatus } from '@marquee/contracts';
import { decodeHTML } from 'entities';
import { z } from 'zod';
import type { TvmazeClient, TvmazeEpisode, TvmazePeriod, TvmazeShow } from '#src/clients/tvmaze.ts';
import type { ShowsRepository } from './shows.repository.ts';
import {
  type EpisodeSource,
  type PageRequest,
  type SourceLine,
  type SourcePage,
  toImdbId,
} from './source.ts';

/** Shows of a page. Each takes a request for its episodes, and a killed run reads its page again. */
const AT_ONCE = 20;
const DAY_S = 86_400;
/** A period ends before its length, because the clock of TVmaze may differ and a run takes a while. */
const PERIODS: readonly [period: TvmazePeriod, seconds: number][] = [
  ['day', 0.8 * DAY_S],
  ['week', 6 * DAY_S],
  ['month', 28 * DAY_S],
];
const NETWORK_CHARS = 200;
const NAME_CHARS = 500;
const RUNTIME_MAX = 100_000;

const STATUSES: Readonly<Record<string, SeriesStatus>> = { Running: 'returning', Ended: 'ended' };
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What a line has beside the fields of the feed, which have no place for it. */
export const ShowPart = z.object({
  updated: z.int(),
  tvdb: z.string().nullable(),
  summary: z.string().nullable(),
});
type ShowPart = z.infer<typeof ShowPart>;

/** Returns the text of the little HTML that a summary has. */
const plainText = (html: string): string =>
  decodeHTML(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const toTvdb = ({ externals }: TvmazeShow): string | null =>
  externals.thetvdb ? String(externals.thetvdb) : null;

function toEpisode(episode: TvmazeEpisode, place: { season: number; episode: number }) {
  const { id, name, season, number, airdate, airtime, airstamp, runtime } = episode;
  const isMoved = place.season !== season || place.episode !== number;
  return {
    ...place,
    name: name.slice(0, NAME_CHARS) || null,
    air_date: DAY.test(airdate) ? airdate : null,
    // A service without a channel has no time, and TVmaze writes noon for it.
    air_at: airtime === '' ? null : airstamp,
    runtime_minutes: runtime !== null && runtime > 0 && runtime <= RUNTIME_MAX ? runtime : null,
    id: String(id),
    source_season: isMoved ? season : null,
    source_episode: isMoved ? number : null,
  };
}

/**
 * Returns the episodes with the numbers of TVmaze. Specials without a number are season 0, in the order in which TVmaze got
 * them, so that a new one does not renumber the others.
 */
export function episodesOf(episodes: readonly TvmazeEpisode[]) {
  const isSpecial = ({ season, number }: TvmazeEpisode) => !number || season === 0;
  const specials = episodes
    .filter(isSpecial)
    .toSorted((a, b) => a.id - b.id)
    .map((episode, at) => toEpisode(episode, { season: 0, episode: at + 1 }));
  const numbered = new Map<string, ReturnType<typeof toEpisode>>();
  for (const episode of episodes) {
    const { season, number } = episode;
    if (isSpecial(episode) || number === null || number > EPISODE_NUMBER_MAX || season > SEASON_NUMBER_MAX)
      continue;
    const key = `${season} ${number}`;
    if (!numbered.has(key)) numbered.set(key, toEpisode(episode, { season, episode: number }));
  }
  return [...numbered.values(), ...specials].slice(0, EPISODE_NUMBER_MAX);
}

function toLine(show: TvmazeShow, episodes: readonly TvmazeEpisode[]): SourceLine {
  const { id, name, status, ended, network, webChannel, externals, image, summary, updated } = show;
  const part: ShowPart = {
    updated,
    tvdb: toTvdb(show),
    summary: summary ? plainText(summary) || null : null,
  };
  return {
    key: String(id),
    type: 'series',
    line: {
      key: String(id),
      type: 'series',
      title: name.slice(0, NAME_CHARS),
      ids: { imdb: toImdbId(externals.imdb) },
      status: STATUSES[status] ?? null,
      network: (network ?? webChannel)?.name.slice(0, NETWORK_CHARS) ?? null,
      last_air_date: ended && DAY.test(ended) ? ended : null,
      poster_url: image?.original ?? null,
      episode_list: episodesOf(episodes),
      ...part,
    },
  };
}

const idsOf = (show: TvmazeShow) => ({
  id: show.id,
  imdb: toImdbId(show.externals.imdb),
  tvdb: toTvdb(show),
});

/** Returns those of the shows that the catalogue has and that have changed since they were written. */
async function keepChanged(shows: readonly TvmazeShow[], repository: ShowsRepository): Promise<TvmazeShow[]> {
  const stored = new Map(
    (await repository.listStored(shows.map(({ id }) => id))).map(({ id, updated }) => [id, updated]),
  );
  const matched = new Set((await repository.listMatches(shows.map(idsOf))).map(({ id }) => id));
  return shows.filter(({ id, updated }) => (stored.has(id) ? stored.get(id) !== updated : matched.has(id)));
}

/**
 * Creates the source TVmaze, which has the episodes of series, and no offers. Its cursor is a time in Unix seconds. A full run
 * reads the index, which names the public ids of every show; later runs read the shows that have changed, and look for the
 * series that came into the catalogue since.
 */
export function createTvmazeSource(client: TvmazeClient): EpisodeSource {
  const now = (): number => Math.floor(Date.now() / 1_000);

  /** A show that was deleted meanwhile has no line: what it brought stays. */
  async function readLines(
    shows: readonly TvmazeShow[],
    signal: AbortSignal | undefined,
  ): Promise<SourceLine[]> {
    const lines: SourceLine[] = [];
    for (const show of shows) {
      const episodes = await client.findEpisodes(show.id, signal);
      if (episodes !== null) lines.push(toLine(show, episodes));
    }
    return lines;
  }

  async function readIndex({ position, shows: repository, signal }: PageRequest): Promise<SourcePage> {
    const [page = 0, after = 0] = (position ?? '0 0').split(' ').map(Number);
    const shows = await client.listShows(page, signal);
    if (shows === null) return { lines: [], next: null };
    const changed = await keepChanged(
      shows.filter(({ id }) => id > after),
      repository,
    );
    const next = changed[AT_ONCE - 1];
    const lines = await readLines(changed.slice(0, AT_ONCE), signal);
    const hasMore = next !== undefined && changed.length > AT_ONCE;
    return { lines, next: hasMore ? `${page} ${next.id}` : `${page + 1} 0` };
  }

  async function readUpdates(
    since: number,
    after: number,
    { shows: repository, signal }: PageRequest,
  ): Promise<SourcePage> {
    const [period = 'month'] = PERIODS.find(([, seconds]) => now() - since < seconds) ?? [];
    const updates = await client.listUpdates(period, signal);
    const changed = (await repository.listAll()).filter(
      ({ id, updated }) => id > after && (updates.get(id) ?? updated) !== updated,
    );
    const taken = changed.slice(0, AT_ONCE);
    const shows: TvmazeShow[] = [];
    for (const { id } of taken) {
      const show = await client.findShow(id, signal);
      if (show !== null) shows.push(show);
    }
    const last = taken.at(-1);
    const isLast = last === undefined || changed.length <= AT_ONCE;
    return { lines: await readLines(shows, signal), next: isLast ? 'new 0' : `changed ${last.id}` };
  }

  async function readNewcomers(
    since: number,
    after: number,
    { shows: repository, signal }: PageRequest,
  ): Promise<SourcePage> {
    const newcomers = await repository.listNewcomers(new Date(since * 1_000), after, AT_ONCE);
    const shows = new Map<number, TvmazeShow>();
    for (const { imdb, tvdb } of newcomers) {
      const show =
        (imdb === null ? null : await client.lookUp({ imdb }, signal)) ??
        (tvdb === null ? null : await client.lookUp({ thetvdb: tvdb }, signal));
      if (show !== null) shows.set(show.id, show);
    }
    const last = newcomers.at(-1);
    const isLast = last === undefined || newcomers.length < AT_ONCE;
    return {
      lines: await readLines([...shows.values()], signal),
      next: isLast ? null : `new ${last.mediumId}`,
    };
  }

  return {
    kind: 'episodes',
    name: 'tvmaze',
    cursorNow: () => String(now()),
    isExpired: (cursor) => now() - Number(cursor) >= (PERIODS.at(-1)?.[1] ?? 0),
    readPage(request) {
      if (request.since === null) return readIndex(request);
      const since = Number(request.since);
      const [part, after = '0'] = (request.position ?? 'changed 0').split(' ');
      const read = part === 'new' ? readNewcomers : readUpdates;
      return read(since, Number(after), request);
    },
  };
}
