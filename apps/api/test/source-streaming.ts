import { PAGE, type SourceTitles, type StandInTitle } from './source-titles.ts';

const SINCE = 1_700_000_000;

function toShow({ id, type, title, year, imdb, offers }: StandInTitle, misshapen: boolean): object {
  const us = offers.map((offer) => ({
    service: { id: offer.service.toLowerCase(), name: offer.service },
    type: offer.addon ? 'addon' : offer.kind,
    ...(offer.addon && { addon: { id: offer.addon.toLowerCase(), name: offer.addon } }),
    link: `https://service.example/${id}/${offer.service}`,
    quality: 'hd',
    ...(offer.price > 0 && { price: { amount: offer.price.toFixed(2), currency: 'USD', formatted: '' } }),
    audios: [],
    subtitles: [],
    expiresSoon: false,
    availableSince: SINCE,
  }));
  return {
    itemType: 'show',
    id: `s${id}`,
    showType: type,
    title,
    releaseYear: year,
    imdbId: imdb ?? undefined,
    tmdbId: `${type === 'movie' ? 'movie' : 'tv'}/${id}`,
    genres: [{ id: 'drama', name: 'Drama' }],
    directors: [`Director ${id % 30}`],
    cast: ['Alex Smith'],
    ...(!misshapen && { streamingOptions: offers.length === 0 ? {} : { us } }),
  };
}

/** Returns the reply of the emulator for Streaming Availability (version 4) to a path. Null means 404. */
export function answerStreaming(
  { titles, changed, faults, listed, pageOf }: SourceTitles,
  path: string,
  query: URLSearchParams,
): object | null {
  const from = Number(query.get('cursor')?.split(':')[0] ?? 0);
  const more = (total: number) =>
    from + PAGE < total ? { hasMore: true, nextCursor: `${from + PAGE}:A title & more` } : { hasMore: false };
  const show = (title: StandInTitle) => toShow(title, faults.misshapen === true);
  if (path === '/shows/search/filters') {
    const all = listed();
    return { shows: pageOf(all, from).map(show), ...more(all.length) };
  }
  if (path === '/changes') {
    if (query.get('change_type') !== 'updated') return { changes: [], shows: {}, hasMore: false };
    const all = [...changed];
    const page = pageOf(all, from);
    return {
      changes: page.map(([id, showType]) => ({
        changeType: 'updated',
        itemType: 'show',
        showId: `s${id}`,
        showType,
      })),
      shows: Object.fromEntries(
        page.flatMap(([id]) => {
          const title = titles.get(id);
          return title ? [[`s${id}`, show(title)]] : [];
        }),
      ),
      ...more(all.length),
    };
  }
  const found = titles.get(Number(path.replace('/shows/s', '')));
  return found ? show(found) : null;
}
