import {
  Country,
  CreditsScene,
  EPISODE_NUMBER_MAX,
  OfferKind,
  SEASON_NUMBER_MAX,
  SeriesStatus,
  TAG_MAX,
} from '@marquee/contracts';
import { z } from 'zod';
import { toLanguage } from '#src/core/languages.ts';
import { providerSlug } from '#src/modules/catalogue/names.ts';

/** The feed format: NDJSON with one title per line (docs/catalogue-feed.md). */

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Replaces control characters with spaces, merges spaces, and replaces half surrogate pairs, which PostgreSQL refuses.
 */
const tidy = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();

const Text = (max: number) => z.string().overwrite(tidy).min(1).max(max);
const OptionalText = (max: number) =>
  z
    .string()
    .overwrite(tidy)
    .max(max)
    .nullish()
    .transform((text) => text || null);
/** A list of at most `max` entries, empty when it is missing or null. */
const ListOf = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z
    .array(entry)
    .max(max)
    .nullish()
    .transform((list) => list ?? []);
const Whole = (min: number, max: number) => z.int().min(min).max(max).nullish().default(null);
/** Accepts a count and turns 0 into null, because public lists write 0 for an unknown count. */
const Count = (max: number) => Whole(0, max).transform((value) => value || null);
const WebAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).max(2_000);
const OptionalAddress = WebAddress.nullish().default(null);

/** A person: only a name, or a name with the source's id of the person. */
const Someone = z.union([
  Text(200).transform((name) => ({ name, id: null })),
  z.object({ name: Text(200), id: OptionalText(200) }),
]);
const CastMember = z.union([
  Text(200).transform((name) => ({ name, id: null, character: null })),
  z.object({ name: Text(200), id: OptionalText(200), character: OptionalText(500) }),
]);

const Service = Text(100).refine((name) => providerSlug(name) !== '', {
  error: 'the name of a service must have a letter',
});
const Offer = z.object({
  service: Service,
  /** The address of the title; without it, offers link to the provider's search page. */
  url: OptionalAddress,
  /** The default is `subscription`, or `rent` when the offer has a price. */
  kind: OfferKind.nullish().default(null),
  /** The price as a decimal amount. The price is 0 when the provider's subscription includes the title. */
  price: z
    .number()
    .min(0)
    .max(10_000_000)
    .nullish()
    .transform((price) => price ?? 0),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .transform((code) => code ?? 'USD'),
  country: Country.nullish().transform((code) => code ?? 'US'),
  /** The picture quality, such as SD, HD or UHD. */
  quality: OptionalText(20),
  first_seen_at: z.union([z.iso.date(), z.iso.datetime()]).nullish().default(null),
  /** The last day of the offer. */
  leaving_on: z.iso.date().nullish().default(null),
  /** The source of the offer, when it is not the source of the feed. */
  source: OptionalText(100),
  checked_at: z.union([z.iso.date(), z.iso.datetime()]).nullish().default(null),
});
export type FeedOffer = z.infer<typeof Offer>;

/** Returns a name of a title as the catalogue stores it. */
export const TitleName = Text(500);
export const NAMES_MAX = 200;
const Names = z.record(z.string(), TitleName).transform((given, context) => {
  const names: Record<string, string> = {};
  for (const [code, name] of Object.entries(given)) {
    const language = toLanguage(code);
    if (language !== null) names[language] = name;
    else
      context.issues.push({
        code: 'custom',
        message: `${code.slice(0, 40)} is not a language`,
        input: given,
      });
  }
  if (Object.keys(names).length > NAMES_MAX)
    context.issues.push({ code: 'custom', message: `has more than ${NAMES_MAX} names`, input: given });
  return names;
});

export const THEMES_MAX = 20;
const LOVED_WITH_MAX = 30;
const SEASON_LIST_MAX = 1_000;
const EPISODE_LIST_MAX = 20_000;
const SeasonNumber = z.int().min(0).max(SEASON_NUMBER_MAX);
const OptionalDay = z.iso.date().nullish().default(null);
const Season = z.object({
  season: SeasonNumber,
  /** The number of its episodes that have aired. */
  episodes: z.int().min(0).max(EPISODE_NUMBER_MAX),
  first_air_date: OptionalDay,
});
const Episode = z.object({
  season: SeasonNumber,
  episode: z.int().min(1).max(EPISODE_NUMBER_MAX),
  name: OptionalText(500),
  air_date: OptionalDay,
  air_at: z.iso.datetime({ offset: true }).nullish().default(null),
  runtime_minutes: Count(100_000),
  /** The episode at the source, and its numbers there where they differ. */
  id: OptionalText(200),
  source_season: Whole(0, 1_000_000),
  source_episode: Whole(0, 1_000_000),
});
const Language = OptionalText(40).transform((code, context) => {
  const language = code === null ? null : toLanguage(code);
  if (code !== null && language === null)
    context.issues.push({ code: 'custom', message: `${code} is not a language`, input: code });
  return language;
});

export const FeedTitle = z.object({
  /** The source's id of the title, unique within source and type. */
  key: Text(200),
  source: OptionalText(100),
  /** Ids in public lists. Titles from different sources are merged when they have the same id. */
  ids: z
    .object({
      imdb: z
        .string()
        .regex(/^tt\d{5,12}$/)
        .nullish()
        .default(null),
      tmdb: Whole(1, 2_000_000_000),
      /** Of a series. It names the title, but no titles are merged by it. */
      tvdb: Whole(1, 2_000_000_000),
    })
    .nullish()
    .transform((ids) => ids ?? { imdb: null, tmdb: null, tvdb: null }),
  title: Text(500),
  /** Further keys of the source that mean this title. Their titles are merged into it. */
  also: ListOf(Text(200), 50),
  /** Names in other languages, by language (BCP 47). */
  titles: Names.nullish().transform((names) => names ?? {}),
  type: z.enum(['movie', 'series']),
  release_year: Whole(1870, 2200),
  runtime_minutes: Count(100_000),
  seasons: Count(10_000),
  age_rating: OptionalText(40),
  /** The genres, beginning with the main genre. */
  genres: ListOf(Text(100), 50),
  /** The production countries as ISO 3166 codes. */
  countries: ListOf(Text(100), 200),
  /** The language in which the title was made (BCP 47). */
  language: Language,
  /** Slugs of the vocabulary, the most important theme first. */
  themes: ListOf(Text(60), THEMES_MAX),
  /** Keys of the same source, or ids of IMDb: what people who love this title are most likely to love too, best first. */
  loved_with: ListOf(Text(200), LOVED_WITH_MAX),
  /** Where a further scene is: in the credits, behind them, or both. */
  credits_scene: CreditsScene.nullish().default(null),
  /** The seasons of a series with the number of their aired episodes; season 0 has the specials. */
  season_list: ListOf(Season, SEASON_LIST_MAX),
  /** Episodes by themselves, also future ones. */
  episode_list: ListOf(Episode, EPISODE_LIST_MAX),
  status: SeriesStatus.nullish().default(null),
  /** Where a series airs or appears. */
  network: OptionalText(200),
  last_air_date: OptionalDay,
  directors: ListOf(Someone, 200),
  /** The cast in billing order. */
  cast: ListOf(CastMember, 1_000),
  /** The number of votes for the title at the source. Popularity is computed from this number. */
  votes: Whole(0, 2_000_000_000),
  overview: OptionalText(10_000),
  video_url: OptionalAddress,
  poster_url: OptionalAddress,
  backdrop_url: OptionalAddress,
  /** The score of critics, 0–100. */
  critical_rating: Whole(0, 100),
  tags: ListOf(Text(TAG_MAX), 200),
  offers: ListOf(Offer, 500),
  /** Short form of `offers` that contains only names of providers. */
  services: ListOf(Service, 500),
});
export type FeedTitle = z.infer<typeof FeedTitle>;

/** Values that apply to the whole feed file. The first line of the file can set them: `{"feed": {…}}`. */
export const FeedHeader = z.object({
  /** The name of the source. Keys are unique only within a source. */
  source: Text(100),
  /** The source that is shown for the offers. The default is `source`. */
  credit: OptionalText(100),
  /** When the source last checked its offers. */
  checked_at: z.union([z.iso.date(), z.iso.datetime()]).nullish().default(null),
});
export type FeedHeader = z.infer<typeof FeedHeader>;

const HeaderLine = z.object({ feed: FeedHeader });

export type FeedLine =
  | { kind: 'title'; title: FeedTitle }
  | { kind: 'header'; header: FeedHeader }
  | { kind: 'blank' }
  /**
   * `key` and `type` are set when they are readable, so that the title of an invalid line is not delisted.
   */
  | {
      kind: 'bad';
      message: string;
      key: string | null;
      type: 'movie' | 'series' | null;
      source: string | null;
    };

const KeyOnly = z.object({ key: Text(200), type: z.enum(['movie', 'series']), source: OptionalText(100) });

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'is not a title';
  const place = issue.path.map(String).join('.');
  return `${place === '' ? '' : `${place}: `}${issue.message}`;
}

/** Parses one line of a feed. Never throws: an invalid line returns its error as one sentence. */
export function parseFeedLine(line: string): FeedLine {
  if (line.trim() === '') return { kind: 'blank' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'bad', message: 'is not JSON', key: null, type: null, source: null };
  }
  if (typeof value === 'object' && value !== null && 'feed' in value) {
    const header = HeaderLine.safeParse(value);
    return header.success
      ? { kind: 'header', header: header.data.feed }
      : { kind: 'bad', message: describe(header.error), key: null, type: null, source: null };
  }
  const title = FeedTitle.safeParse(value);
  if (title.success) return { kind: 'title', title: title.data };
  const identity = KeyOnly.safeParse(value);
  return {
    kind: 'bad',
    message: describe(title.error),
    key: identity.success ? identity.data.key : null,
    type: identity.success ? identity.data.type : null,
    source: identity.success ? identity.data.source : null,
  };
}
