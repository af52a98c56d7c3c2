import { PAGE, type SourceTitles, type StandInOffer, type StandInTitle } from './source-titles.ts';

const isPaid = ({ kind }: StandInOffer): boolean => kind === 'rent';

function toTmdb(
  { id, type, title, year, imdb, names = {}, original, offers }: StandInTitle,
  misshapen: boolean,
): object {
  const named = (paid: boolean) =>
    offers.filter((offer) => isPaid(offer) === paid).map(({ service }) => ({ provider_name: service }));
  const own =
    type === 'movie'
      ? {
          title,
          original_title: original?.title ?? title,
          release_date: `${year}-05-01`,
          runtime: 100,
          origin_country: ['CA'],
          production_countries: [{ iso_3166_1: 'US' }, { iso_3166_1: 'CA' }],
          release_dates: { results: [{ iso_3166_1: 'US', release_dates: [{ certification: 'PG' }] }] },
        }
      : {
          name: title,
          original_name: original?.title ?? title,
          first_air_date: `${year}-05-01`,
          episode_run_time: [45],
          number_of_seasons: 2,
          status: 'Returning Series',
          networks: [{ name: 'Netflix' }],
          last_air_date: `${year}-06-01`,
          seasons: [0, 1, 2].map((season_number) => ({ season_number, episode_count: 2 })),
          origin_country: ['US'],
          created_by: [],
          content_ratings: { results: [] },
        };
  return {
    id,
    overview: `About ${title}.`,
    poster_path: `/p${id}.jpg`,
    backdrop_path: null,
    vote_count: id,
    genres: [{ name: 'Drama' }, { name: 'Sci-Fi & Fantasy' }],
    ...(!misshapen && {
      // Two people with the same name.
      credits: {
        cast: [
          { id: 2 * (id % 50) + 1, name: 'Alex Smith', character: 'One' },
          { id: 2 * (id % 50) + 2, name: 'Alex Smith', character: '' },
        ],
        crew: [{ id: 1_000 + (id % 30), name: `Director ${id % 30}`, job: 'Director' }],
      },
    }),
    keywords: {
      [type === 'movie' ? 'keywords' : 'results']: [{ name: 'Time Loop' }, { name: 'aftercreditsstinger' }],
    },
    external_ids: { imdb_id: imdb, tvdb_id: type === 'series' ? 50_000 + id : null },
    original_language: original?.language ?? 'en',
    translations: {
      translations: Object.entries(names).map(([code, name]) => {
        const [iso_639_1 = '', iso_3166_1 = ''] = code.split('-');
        return { iso_639_1, iso_3166_1, data: { [type === 'movie' ? 'title' : 'name']: name, overview: '' } };
      }),
    },
    videos: { results: [{ site: 'YouTube', type: 'Trailer', key: `v${id}`, official: true }] },
    'watch/providers': {
      results:
        offers.length === 0
          ? {}
          : { US: { link: `https://tmdb.example/${id}`, flatrate: named(false), rent: named(true) } },
    },
    ...own,
  };
}

/** A season of two episodes. Season 0 has the specials. */
const seasonOf = ({ id, year }: StandInTitle, season: number): object => ({
  season_number: season,
  episodes: [1, 2].map((episode) => ({
    id: id * 1_000 + season * 10 + episode,
    season_number: season,
    episode_number: episode,
    name: `Episode ${season}.${episode}`,
    air_date: season === 0 ? null : `${year + season - 1}-05-0${episode}`,
    runtime: episode === 1 ? 45 : null,
  })),
});

/** Returns the reply of the emulator for TMDB (version 3) to a path. Null means 404. */
export function answerTmdb(
  { titles, changed, faults, listed, pageOf }: SourceTitles,
  path: string,
  query: URLSearchParams,
): object | null {
  const [, kind = '', rest = ''] = /^\/3\/(?:discover\/)?(movie|tv)(?:\/(.*))?$/.exec(path) ?? [];
  const type = kind === 'movie' ? 'movie' : 'series';
  const page = Number(query.get('page') ?? 1);
  const list = (ids: number[]) => ({
    page,
    total_pages: Math.max(1, Math.ceil(ids.length / PAGE)),
    total_results: ids.length,
    results: pageOf(ids, (page - 1) * PAGE).map((id) => ({ id, adult: false })),
  });
  if (path.startsWith('/3/discover/')) {
    const date = kind === 'movie' ? 'primary_release_date' : 'first_air_date';
    const from = Number(query.get(`${date}.gte`)?.slice(0, 4));
    const to = Number(query.get(`${date}.lte`)?.slice(0, 4));
    return list(
      listed()
        .filter((title) => title.type === type && title.year >= from && title.year <= to)
        .map(({ id }) => id),
    );
  }
  if (rest === 'changes') return list([...changed].flatMap(([id, of]) => (of === type ? [id] : [])));
  const found = titles.get(Number(rest));
  if (found?.type !== type) return null;
  const seasons = (query.get('append_to_response') ?? '')
    .split(',')
    .filter((part) => part.startsWith('season/'));
  const title = toTmdb(found, faults.misshapen === true);
  return {
    ...title,
    ...Object.fromEntries(seasons.map((part) => [part, seasonOf(found, Number(part.slice(7)))])),
  };
}
