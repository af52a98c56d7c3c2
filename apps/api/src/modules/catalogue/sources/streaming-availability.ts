import type {
  SaChangeType,
  SaOption,
  SaShow,
  StreamingAvailabilityClient,
} from '#src/clients/streaming-availability.ts';
import type { PageRequest, SourceLine, SourcePage, TitleSource } from './source.ts';
import { toGenres, toImdbId } from './source.ts';

const DAY_S = 86_400;
/** The source lists changes of the last 31 days. This limit is one day shorter, because a run takes time. */
const CHANGES_DAYS = 30;
const CHANGE_TYPES: readonly SaChangeType[] = ['new', 'updated', 'expiring', 'removed'];

const toDay = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

/**
 * Returns the provider and the kind of an option. A channel inside a provider, such as "Starz (Prime Video)",
 * is a separate provider, because users subscribe separately.
 */
const toProvider = ({ service, type, addon }: SaOption) =>
  addon
    ? { service: `${addon.name} (${service.name})`, kind: 'subscription' as const }
    : { service: service.name, kind: type === 'addon' ? ('add_on' as const) : type };

function toOffer(option: SaOption, country: string) {
  const { link, quality, price, expiresOn, availableSince } = option;
  return {
    ...toProvider(option),
    country,
    url: link,
    quality: quality?.toUpperCase() ?? null,
    price: Number(price?.amount ?? 0),
    currency: price?.currency ?? 'USD',
    first_seen_at: new Date(availableSince * 1_000).toISOString(),
    leaving_on: expiresOn === undefined ? null : toDay(expiresOn),
  };
}

function toLine(show: SaShow, country: string): SourceLine {
  const { id: key, showType: type } = show;
  const options = show.streamingOptions[country.toLowerCase()] ?? [];
  if (options.length === 0) return { key, type, line: null };
  const tmdb = Number(show.tmdbId?.split('/')[1]);
  return {
    key,
    type,
    line: {
      key,
      type,
      ids: { imdb: toImdbId(show.imdbId), tmdb: Number.isInteger(tmdb) && tmdb > 0 ? tmdb : null },
      title: show.title,
      release_year: show.releaseYear ?? show.firstAirYear ?? null,
      runtime_minutes: show.runtime ?? null,
      seasons: show.seasonCount ?? null,
      genres: toGenres(show.genres.map(({ name }) => name)),
      directors: show.directors ?? show.creators ?? [],
      cast: show.cast,
      overview: show.overview || null,
      offers: options.map((option) => toOffer(option, country)),
    },
  };
}

/**
 * Creates the source Streaming Availability, whose offers have deep links, prices, qualities and last days. Its
 * cursor is a time in seconds since 1970.
 */
export function createStreamingAvailabilitySource(client: StreamingAvailabilityClient): TitleSource {
  async function readChanges({ country, since, position, signal }: PageRequest): Promise<SourcePage> {
    // A position contains the kind of changes and, after a space, the cursor of the page.
    const space = position?.indexOf(' ') ?? -1;
    const kind = space < 0 ? position : position?.slice(0, space);
    const cursor = space < 0 ? null : (position?.slice(space + 1) ?? null);
    const type = CHANGE_TYPES.find((known) => known === kind) ?? 'new';
    const code = country.toLowerCase();
    const page = await client.changes(code, type, Number(since), cursor, signal);
    const changed = new Map(page.changes.map((change) => [change.showId, change]));
    const lines = await Promise.all(
      [...changed.values()].map(async ({ showId, showType }): Promise<SourceLine> => {
        const show = page.shows[showId] ?? (await client.find(code, showId, signal));
        return show ? toLine(show, country) : { key: showId, type: showType, line: null };
      }),
    );
    if (page.hasMore && page.nextCursor) return { lines, next: `${type} ${page.nextCursor}` };
    return { lines, next: CHANGE_TYPES[CHANGE_TYPES.indexOf(type) + 1] ?? null };
  }

  return {
    kind: 'titles',
    name: 'streaming-availability',
    credit: 'Streaming Availability by Movie of the Night',
    cursorNow: () => String(Math.floor(Date.now() / 1_000)),
    isExpired: (cursor) => Number(cursor) < Date.now() / 1_000 - CHANGES_DAYS * DAY_S,

    async readTitle({ country, signal }, type, key) {
      const show = await client.find(country.toLowerCase(), key, signal);
      return show ? toLine(show, country) : { key, type, line: null };
    },

    async readPage(request) {
      if (request.since !== null) return readChanges(request);
      const { country, position, signal } = request;
      const { shows, hasMore, nextCursor } = await client.list(country.toLowerCase(), position, signal);
      return {
        lines: shows.map((show) => toLine(show, country)),
        next: hasMore && nextCursor ? nextCursor : null,
      };
    },
  };
}
