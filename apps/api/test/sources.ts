import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom } from '../bench/random.ts';

/** A title at the stand-in. */
export interface StandInTitle {
  id: number;
  type: 'movie' | 'series';
  title: string;
  year: number;
  imdb: string | null;
  offers: StandInOffer[];
}

export interface StandInOffer {
  service: string;
  /** The channel inside the service. */
  addon?: string;
  kind: 'subscription' | 'rent';
  /** In US dollars. */
  price: number;
}

const PAGE = 20;
const SINCE = 1_700_000_000;

interface Faults {
  /** The share of requests that fail in one of the usual ways. */
  share: number;
  /** Called for each request with its number; may abort the client. */
  onRequest?: ((count: number) => void) | undefined;
  /** Refuses the next page cursor. */
  cursorLost?: boolean | undefined;
  /** Answers every request with this status. */
  status?: number | undefined;
  /** Leaves out a required field of every title. */
  misshapen?: boolean | undefined;
}

const isPaid = ({ kind }: StandInOffer): boolean => kind === 'rent';

function toTmdb({ id, type, title, year, imdb, offers }: StandInTitle, misshapen: boolean): object {
  const named = (paid: boolean) =>
    offers.filter((offer) => isPaid(offer) === paid).map(({ service }) => ({ provider_name: service }));
  const own =
    type === 'movie'
      ? {
          title,
          release_date: `${year}-05-01`,
          runtime: 100,
          production_countries: [{ iso_3166_1: 'US' }],
          release_dates: { results: [{ iso_3166_1: 'US', release_dates: [{ certification: 'PG' }] }] },
        }
      : {
          name: title,
          first_air_date: `${year}-05-01`,
          episode_run_time: [45],
          number_of_seasons: 2,
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
      // Two people with one name.
      credits: {
        cast: [
          { id: 2 * (id % 50) + 1, name: 'Alex Smith', character: 'One' },
          { id: 2 * (id % 50) + 2, name: 'Alex Smith', character: '' },
        ],
        crew: [{ id: 1_000 + (id % 30), name: `Director ${id % 30}`, job: 'Director' }],
      },
    }),
    external_ids: { imdb_id: imdb },
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

/**
 * A stand-in for TMDB (version 3) and Streaming Availability (version 4), written from their public documentation. Both
 * tell of the same titles. Faults are drawn from a seed: 429 with Retry-After, 500, cut connections, half replies.
 * Pages are shuffled and repeat titles of other pages.
 */
export async function startSources(seed = 1) {
  const random = createRandom(seed);
  const titles = new Map<number, StandInTitle>();
  const changed = new Map<number, 'movie' | 'series'>();
  const faults: Faults = { share: 0 };
  let requests = 0;

  const shuffle = <T>(items: T[]): T[] => {
    for (let at = items.length - 1; at > 0; at--) {
      const other = Math.floor(random.next() * (at + 1));
      [items[at], items[other]] = [items[other] as T, items[at] as T];
    }
    return items;
  };
  /** One page of a list, shuffled, with a title of another page. */
  const pageOf = <T>(all: T[], from: number): T[] => {
    const page = all.slice(from, from + PAGE);
    return page.length === 0 ? [] : shuffle([...page, random.pick(all)]);
  };
  const listed = () => [...titles.values()].filter(({ offers }) => offers.length > 0);

  function tmdb(path: string, query: URLSearchParams): object | null {
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
    return found?.type === type ? toTmdb(found, faults.misshapen === true) : null;
  }

  function streaming(path: string, query: URLSearchParams): object | null {
    const from = Number(query.get('cursor')?.split(':')[0] ?? 0);
    const more = (total: number) =>
      from + PAGE < total
        ? { hasMore: true, nextCursor: `${from + PAGE}:A title & more` }
        : { hasMore: false };
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

  function answer(request: IncomingMessage, reply: ServerResponse): void {
    requests += 1;
    faults.onRequest?.(requests);
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const send = (status: number, body: string, headers = {}) =>
      reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    if (faults.status !== undefined) return void send(faults.status, '{}');
    if (faults.cursorLost && url.searchParams.has('cursor')) {
      faults.cursorLost = false;
      return void send(400, '{"message":"cursor expired"}');
    }
    const body = url.pathname.startsWith('/3/')
      ? tmdb(url.pathname, url.searchParams)
      : streaming(url.pathname, url.searchParams);
    const text = JSON.stringify(body ?? { message: 'not found' });
    if (random.next() < faults.share) {
      const kind = Math.floor(random.next() * 4);
      if (kind === 0) return void send(429, '{}', { 'retry-after': '0' });
      if (kind === 1) return void send(500, 'error');
      if (kind === 2) return void request.socket.destroy();
      return void send(200, text.slice(0, text.length / 2));
    }
    send(body === null ? 404 : 200, text);
  }

  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const services = ['Netflix', 'Hulu', 'Max', 'Peacock'];
  const drawOffers = (): StandInOffer[] => [
    { service: random.pick(services), kind: 'subscription', price: 0 },
    ...(random.next() < 0.3 ? [{ service: random.pick(services), kind: 'rent' as const, price: 3.99 }] : []),
  ];
  const save = (title: StandInTitle): void => {
    titles.set(title.id, title);
    changed.set(title.id, title.type);
  };

  return {
    tmdb: `http://127.0.0.1:${port}/3`,
    streaming: `http://127.0.0.1:${port}`,
    titles,
    faults,
    requests: () => requests,
    /** Adds titles with ids from `first`. */
    add(first: number, count: number, part: Partial<StandInTitle> = {}): void {
      for (let id = first; id < first + count; id++) {
        save({
          id,
          type: id % 3 === 0 ? 'series' : 'movie',
          title: `Title ${id}`,
          year: 2000 + (id % 20),
          imdb: id % 5 === 0 ? null : `tt9${String(id).padStart(6, '0')}`,
          offers: drawOffers(),
          ...part,
        });
      }
    },
    /** Changes, removes and adds some titles. From now on, only these are told as changes. */
    stir(next: number): void {
      changed.clear();
      for (const title of [...titles.values()]) {
        const chance = random.next();
        if (chance < 0.1) save({ ...title, offers: drawOffers(), title: `${title.title}!` });
        else if (chance < 0.15) save({ ...title, offers: [] });
        else if (chance < 0.2) {
          titles.delete(title.id);
          changed.set(title.id, title.type);
        }
      }
      this.add(next, 10);
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Sources = Awaited<ReturnType<typeof startSources>>;
