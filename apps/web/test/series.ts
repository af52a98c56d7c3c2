import type { EpisodesReply, Progress, SaveEpisodes, Season } from '@marquee/contracts';
import type { CallReply } from '@marquee/contracts/client';
import { withMarks } from '#src/features/series/progress.ts';
import { makeMedium } from './media.ts';
import { answer } from './server.ts';

type Episodes = CallReply<'GET /api/v1/media/{id}/episodes'>;

export const makeProgress = (part: Partial<Progress> = {}): Progress => ({
  state: 'none',
  seen: 0,
  aired: 10,
  total: 12,
  next: { season: 1, episode: 1, name: 'Pilot', air_date: '2020-01-01' },
  last_seen_on: null,
  ...part,
});

/** Returns a season whose first episodes have aired. The names of later ones are hidden. */
export function makeSeason(season: number, count: number, aired = count, seen = 0): Season {
  return {
    season,
    first_air_date: '2020-01-01',
    episode_count: count,
    aired_count: aired,
    seen_count: seen,
    episodes: Array.from({ length: count }, (_, at) => ({
      episode: at + 1,
      name: at <= seen ? `Name ${season}.${at + 1}` : null,
      air_date: at < aired ? '2020-01-01' : '2999-01-01',
      air_at: null,
      runtime_minutes: 50,
      seen_on: at < seen ? '2026-01-01' : null,
      seen: at < seen,
      plays: at < seen ? 1 : 0,
    })),
  };
}

/** Serves series 1, by default of two seasons, and keeps what is marked, as the server does. */
export function serveSeries(seasons: Season[] = [makeSeason(1, 6), makeSeason(2, 6, 4)]) {
  const none: EpisodesReply = {
    seasons,
    progress: makeProgress(),
    status: 'returning',
    network: null,
    as_of: '2026-08-01',
    source: 'tvmaze',
    source_url: 'https://www.tvmaze.com/shows/17861/dark',
    summary: null,
  };
  let now: Episodes = withMarks(none, { episodes: [] }, { seen: true });
  const undos = new Map<string, Episodes>();
  const series = () =>
    makeMedium(1, { type: 'series', title: 'Dark', seasons: seasons.length, progress: now.progress });
  answer('GET /api/v1/media/{id}', () => ({ medium: series() }));
  const calls = answer('GET /api/v1/media/{id}/episodes', () => now);
  const saved = answer('PUT /api/v1/media/{id}/episodes', ({ body }) => {
    const { undo, ...change } = body as SaveEpisodes;
    const key = `undo ${undos.size}`;
    undos.set(key, now);
    const before = undo === undefined ? undefined : undos.get(undo);
    const { seen = true, again = false } = change;
    now =
      before ??
      withMarks(now, change.up_to ? { up_to: change.up_to } : { episodes: change.episodes ?? [] }, {
        seen,
        again,
      });
    return { progress: now.progress ?? makeProgress(), undo: key };
  });
  const states = answer('PUT /api/v1/media/{id}/watching', ({ body }) => {
    const progress = { ...makeProgress(), ...now.progress, ...(body as { state: Progress['state'] }) };
    now = { ...now, progress };
    return { progress };
  });
  return { calls, saved, states, series, now: () => now };
}
