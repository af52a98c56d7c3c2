import { createRandom } from './random.ts';

/** A title of the emulators. */
export interface StandInTitle {
  id: number;
  type: 'movie' | 'series';
  title: string;
  year: number;
  imdb: string | null;
  /** The names of TMDB's translations, by language and region (`pl-PL`). */
  names?: Record<string, string>;
  original?: { language: string; title: string };
  offers: StandInOffer[];
}

export interface StandInOffer {
  service: string;
  /** The channel within the provider. */
  addon?: string;
  kind: 'subscription' | 'rent';
  /** The price in US dollars. */
  price: number;
}

/** Page size of both emulators. */
export const PAGE = 20;

export interface Faults {
  /** The share of requests, 0 to 1, that fail as described in sources.ts. */
  share: number;
  /** Called for each request with its number, so that a test can abort the client. */
  onRequest?: ((count: number) => void) | undefined;
  /** Refuses the next page cursor. */
  cursorLost?: boolean | undefined;
  /** Answers every request with this status. */
  status?: number | undefined;
  /** Leaves out a required field of every title. */
  misshapen?: boolean | undefined;
}

const SERVICES = ['Netflix', 'Hulu', 'Max', 'Peacock'];

/** Creates the titles of both emulators, and stores which titles the last `stir` changed. */
export function createSourceTitles(seed: number) {
  const random = createRandom(seed);
  const titles = new Map<number, StandInTitle>();
  const changed = new Map<number, 'movie' | 'series'>();
  const faults: Faults = { share: 0 };

  const shuffle = <T>(items: T[]): T[] => {
    for (let at = items.length - 1; at > 0; at--) {
      const other = Math.floor(random.next() * (at + 1));
      [items[at], items[other]] = [items[other] as T, items[at] as T];
    }
    return items;
  };
  /** Returns one page of a list in random order, plus one random title of the whole list. */
  const pageOf = <T>(all: T[], from: number): T[] => {
    const page = all.slice(from, from + PAGE);
    return page.length === 0 ? [] : shuffle([...page, random.pick(all)]);
  };
  const drawOffers = (): StandInOffer[] => [
    { service: random.pick(SERVICES), kind: 'subscription', price: 0 },
    ...(random.next() < 0.3 ? [{ service: random.pick(SERVICES), kind: 'rent' as const, price: 3.99 }] : []),
  ];
  const save = (title: StandInTitle): void => {
    titles.set(title.id, title);
    changed.set(title.id, title.type);
  };
  const listed = (): StandInTitle[] => [...titles.values()].filter(({ offers }) => offers.length > 0);

  return {
    random,
    titles,
    changed,
    faults,
    pageOf,
    listed,
    /** Adds `count` titles with ids from `first`. */
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
    /** Changes, removes and adds some titles. The emulators then report only these titles as changes. */
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
  };
}

export type SourceTitles = ReturnType<typeof createSourceTitles>;
