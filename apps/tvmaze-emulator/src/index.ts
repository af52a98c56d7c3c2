import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInEpisode {
  season: number;
  /** Null for a special. */
  number: number | null;
  name: string;
  /** `YYYY-MM-DD`, or empty. */
  airdate: string;
  /** The instant, where the channel has a time. */
  airstamp?: string | null;
  runtime?: number | null;
  type?: 'regular' | 'significant_special' | 'insignificant_special';
}

export interface StandInShow {
  id: number;
  name: string;
  imdb: string | null;
  tvdb: number | null;
  status: 'Running' | 'Ended' | 'To Be Determined' | 'In Development';
  network: string | null;
  webChannel: string | null;
  /** Unix seconds. */
  updated: number;
  summary: string | null;
  image: string | null;
  episodes: StandInEpisode[];
}

interface Faults {
  /** Called for each request with its number, so that a test can abort the client. */
  onRequest?: ((count: number) => void) | undefined;
  /** Answers this many requests with a page of HTML and status 200, as a proxy in front does. */
  html: number;
  /** Answers this many requests with 429, and with `retryAfter` unless it is null. */
  limited: number;
  retryAfter: string | null;
  /** Leaves out a required field of every show. */
  misshapen: boolean;
}

const PAGE = 250;
const DAY_S = 86_400;
const PERIODS: Readonly<Record<string, number>> = { day: DAY_S, week: 7 * DAY_S, month: 30 * DAY_S };
const HTML = '<html><head><title>One moment</title></head><body>Checking your browser</body></html>';

const toChannel = (name: string | null, isOnline: boolean) =>
  name && {
    id: name.length,
    name,
    country: isOnline ? null : { name: 'United States', code: 'US', timezone: 'America/New_York' },
    officialSite: null,
  };

const toShow = (show: StandInShow, origin: string) => ({
  id: show.id,
  url: `https://www.tvmaze.com/shows/${show.id}/${show.name.toLowerCase().replace(/\W+/g, '-')}`,
  name: show.name,
  type: 'Scripted',
  language: 'English',
  genres: ['Drama'],
  status: show.status,
  runtime: 60,
  averageRuntime: 58,
  premiered: show.episodes.find(({ airdate }) => airdate !== '')?.airdate ?? null,
  ended: null,
  officialSite: null,
  schedule: { time: '21:00', days: ['Thursday'] },
  rating: { average: null },
  weight: 50,
  network: toChannel(show.network, false),
  webChannel: toChannel(show.webChannel, true),
  dvdCountry: null,
  externals: { tvrage: null, thetvdb: show.tvdb, imdb: show.imdb },
  image: show.image && { medium: show.image, original: show.image },
  summary: show.summary,
  updated: show.updated,
  _links: { self: { href: `${origin}/shows/${show.id}` } },
});

const toEpisode = (show: StandInShow, episode: StandInEpisode, at: number) => ({
  id: show.id * 10_000 + at,
  url: `https://www.tvmaze.com/episodes/${show.id * 10_000 + at}`,
  name: episode.name,
  season: episode.season,
  number: episode.number,
  type: episode.type ?? (episode.number === null ? 'significant_special' : 'regular'),
  airdate: episode.airdate,
  airtime: episode.airstamp ? '21:00' : '',
  airstamp: episode.airstamp ?? null,
  runtime: episode.runtime === undefined ? 58 : episode.runtime,
  rating: { average: null },
  image: null,
  summary: null,
});

/**
 * Starts an emulator of TVmaze, without shows. A show that is added with nothing but its id has ended, and has neither
 * public ids nor a channel, a picture or episodes.
 */
export async function startTvmaze(port = 0) {
  const shows = new Map<number, StandInShow>();
  const faults: Faults = { html: 0, limited: 0, retryAfter: null, misshapen: false };
  const agents = new Set<string>();
  const paths: string[] = [];

  function find(url: URL): { status: number; body?: unknown; location?: string } {
    const { pathname, searchParams } = url;
    const reply = (show: StandInShow) => {
      const { updated, ...rest } = toShow(show, url.origin);
      return faults.misshapen ? rest : { ...rest, updated };
    };
    if (pathname === '/shows') {
      const page = Number(searchParams.get('page') ?? 0);
      const isPast = page * PAGE > Math.max(0, ...shows.keys());
      const listed = [...shows.values()]
        .filter(({ id }) => Math.floor(id / PAGE) === page)
        .sort((a, b) => a.id - b.id);
      return isPast ? { status: 404, body: { status: 404 } } : { status: 200, body: listed.map(reply) };
    }
    if (pathname === '/lookup/shows') {
      const imdb = searchParams.get('imdb');
      const tvdb = searchParams.get('thetvdb');
      const found = [...shows.values()].find((show) =>
        imdb === null ? String(show.tvdb) === tvdb : show.imdb === imdb,
      );
      return found
        ? { status: 301, location: `${url.origin}/shows/${found.id}` }
        : { status: 404, body: null };
    }
    if (pathname === '/updates/shows') {
      const period = PERIODS[searchParams.get('since') ?? ''];
      const from = period === undefined ? 0 : Date.now() / 1_000 - period;
      const changed = [...shows.values()].filter(({ updated }) => updated >= from);
      return { status: 200, body: Object.fromEntries(changed.map(({ id, updated }) => [id, updated])) };
    }
    const [, id, rest] = /^\/shows\/(\d+)(\/episodes)?$/.exec(pathname) ?? [];
    const show = shows.get(Number(id));
    if (!show) return { status: 404, body: { name: 'Not Found', status: 404 } };
    if (rest === undefined) return { status: 200, body: reply(show) };
    const hasSpecials = searchParams.get('specials') === '1';
    const listed = show.episodes.map((episode, at) => toEpisode(show, episode, at));
    return { status: 200, body: listed.filter(({ number }) => hasSpecials || number !== null) };
  }

  function answer(request: IncomingMessage, reply: ServerResponse): void {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    paths.push(`${url.pathname}${url.search}`);
    agents.add(request.headers['user-agent'] ?? '');
    faults.onRequest?.(paths.length);
    if (faults.limited > 0) {
      faults.limited -= 1;
      const after = faults.retryAfter === null ? {} : { 'retry-after': faults.retryAfter };
      return void reply.writeHead(429, after).end();
    }
    if (faults.html > 0) {
      faults.html -= 1;
      return void reply.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
    }
    const { status, body, location } = find(url);
    if (location !== undefined) return void reply.writeHead(status, { location }).end();
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  return {
    base: `http://127.0.0.1:${address.port}`,
    shows,
    faults,
    /** The names under which callers came. */
    agents,
    /** Every request, in order. */
    paths,
    add(id: number, part: Partial<StandInShow> = {}): StandInShow {
      const show: StandInShow = {
        id,
        name: `Show ${id}`,
        imdb: null,
        tvdb: null,
        status: 'Ended',
        network: null,
        webChannel: null,
        updated: Math.floor(Date.now() / 1_000),
        summary: null,
        image: null,
        episodes: [],
        ...part,
      };
      shows.set(id, show);
      return show;
    },
    /** Changes a show. TVmaze then lists it as updated. */
    change(id: number, part: Partial<StandInShow>): void {
      const show = shows.get(id);
      if (!show) throw new Error(`no show ${id}`);
      shows.set(id, { ...show, updated: show.updated + 1, ...part });
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Tvmaze = Awaited<ReturnType<typeof startTvmaze>>;

/** Returns the episodes of seasons with these lengths, a week apart from the day on. */
export function weekly(lengths: readonly number[], from: string): StandInEpisode[] {
  let day = Date.parse(from) - 7 * DAY_S * 1_000;
  return lengths.flatMap((length, at) =>
    Array.from({ length }, (_, index) => {
      day += 7 * DAY_S * 1_000;
      const airdate = new Date(day).toISOString().slice(0, 10);
      return { season: at + 1, number: index + 1, name: `Part ${at + 1}.${index + 1}`, airdate };
    }),
  );
}
