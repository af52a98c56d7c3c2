import type { OfferKind } from '@marquee/contracts';
import { isTheme } from '#src/titles/themes/vocabulary.ts';
import type { IdRecord, NameRecord, TitleRecord } from './catalogue.repository.ts';
import type { FeedOffer, FeedTitle } from './feed/feed.ts';
import { nameKey, providerSlug, spellingScore } from './names.ts';
import type { SeriesRecord } from './series/series-record.ts';

/** Converts a title of a feed into database records, without side effects. */

/** The source of people without an id. These people are merged by name across feeds. */
export const BY_NAME = 'name';

export interface CreditDraft {
  role: 'director' | 'cast';
  /** Source and external id of the person, joined by a line break. */
  person: string;
  name: string;
  /** Whom the person plays, all characters of the title together. */
  character: string | null;
}

export const personIdentity = (source: string, id: string): string => `${source}\n${id}`;
export const titleIdentity = (source: string, type: string, key: string): string =>
  `${source}\n${type}\n${key}`;

/** Returns the popularity: the decimal logarithm of the votes plus 1. Without votes, the popularity is 0. */
const popularity = (votes: number | null): number =>
  Math.round(Math.log10(1 + (votes ?? 0)) * 10_000) / 10_000;

export function toTitleRecord(feed: FeedTitle, source: string, contentHash: string): TitleRecord {
  return {
    source,
    type: feed.type,
    external_id: feed.key,
    title: feed.title,
    release_year: feed.release_year,
    runtime_minutes: feed.runtime_minutes,
    seasons: feed.seasons,
    age_rating: feed.age_rating,
    overview: feed.overview,
    video_url: feed.video_url,
    poster_url: feed.poster_url,
    backdrop_url: feed.backdrop_url,
    critical_rating: feed.critical_rating,
    votes: feed.votes,
    popularity: popularity(feed.votes),
    countries: [...new Set(feed.countries)],
    language: feed.language,
    themes: [...new Set(feed.themes)].filter((slug) => isTheme(slug)),
    loved_with: [...new Set(feed.loved_with)].filter((key) => key !== feed.key),
    credits_scene: feed.credits_scene,
    content_hash: contentHash,
  };
}

/**
 * Returns the credits in order. Each person has one credit per role, even with several spellings of the name or
 * several characters.
 */
export function toCredits(feed: FeedTitle, source: string): CreditDraft[] {
  const credits = new Map<string, CreditDraft>();
  const add = (
    role: CreditDraft['role'],
    name: string,
    id: string | null,
    character: string | null,
  ): void => {
    const key = id ?? nameKey(name);
    if (key === '') return;
    const person = personIdentity(id === null ? BY_NAME : source, key);
    const known = credits.get(`${role}\n${person}`);
    if (known === undefined) {
      credits.set(`${role}\n${person}`, { role, person, name, character });
      return;
    }
    if (character !== null && character !== known.character)
      known.character = known.character === null ? character : `${known.character} / ${character}`;
    if (spellingScore(name) > spellingScore(known.name)) known.name = name;
  };
  for (const { name, id } of feed.directors) add('director', name, id, null);
  for (const { name, id, character } of feed.cast) add('cast', name, id, character);
  return [...credits.values()];
}

/** Returns what a line says of a series, or null for a movie and for a line that says nothing. */
export function toSeries(
  feed: FeedTitle,
  source: string,
  checkedAt: string,
): Omit<SeriesRecord, 'medium_id'> | null {
  const { type, status, network, last_air_date, season_list: seasons, episode_list: episodes } = feed;
  const isSilent = !(status || network || last_air_date) && seasons.length + episodes.length === 0;
  if (type !== 'series' || isSilent) return null;
  return {
    source,
    status,
    network,
    last_air_date,
    as_of: checkedAt.slice(0, 10),
    seasons,
    episodes: episodes.map(({ id, ...episode }) => ({ ...episode, source_id: id })),
  };
}

/** Returns the names of a title in other languages. */
export const toNames = ({ titles }: FeedTitle): Pick<NameRecord, 'language' | 'title'>[] =>
  Object.entries(titles).map(([language, title]) => ({ language, title }));

const PLAIN_OFFER: Omit<FeedOffer, 'service'> = {
  url: null,
  kind: 'subscription',
  price: 0,
  currency: 'USD',
  country: 'US',
  quality: null,
  source: null,
  checked_at: null,
  first_seen_at: null,
  leaving_on: null,
};

export interface OfferDraft extends Omit<FeedOffer, 'service' | 'kind'> {
  kind: OfferKind;
  slug: string;
  name: string;
}

const IMDB_KEY = /^tt\d{5,12}$/;

/** Returns the public ids of a title. A key in the form of an IMDb id is used as IMDb id. */
export function toIds({ ids, key, type }: FeedTitle): IdRecord[] {
  const imdb = ids.imdb ?? (IMDB_KEY.test(key) ? key : null);
  return [
    ...(imdb === null ? [] : [{ scheme: 'imdb' as const, type, value: imdb }]),
    ...(ids.tmdb === null ? [] : [{ scheme: 'tmdb' as const, type, value: String(ids.tmdb) }]),
  ];
}

/** Returns the ids by which other sources and imports find a series, but which merge no titles: TheTVDB has more doubles. */
export const toNamingIds = ({ ids, type }: FeedTitle): IdRecord[] =>
  ids.tvdb === null || type !== 'series' ? [] : [{ scheme: 'tvdb', type, value: String(ids.tvdb) }];

/**
 * Returns the cheapest offer per provider, country, kind and quality. At equal prices, prefers an offer with
 * an address.
 */
export function toOffers(feed: FeedTitle): OfferDraft[] {
  const plain = feed.services.map((service): FeedOffer => ({ ...PLAIN_OFFER, service }));
  const offers = new Map<string, OfferDraft>();
  for (const { service, kind: given, ...offer } of [...feed.offers, ...plain]) {
    const slug = providerSlug(service);
    const kind = given ?? (offer.price > 0 ? 'rent' : 'subscription');
    const key = [slug, offer.country, kind, offer.quality ?? ''].join('\n');
    const known = offers.get(key);
    if (
      known === undefined ||
      offer.price < known.price ||
      (offer.price === known.price && known.url === null)
    ) {
      offers.set(key, { ...offer, kind, slug, name: service });
    }
  }
  return [...offers.values()];
}
