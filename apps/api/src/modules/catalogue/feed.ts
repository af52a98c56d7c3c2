import { TAG_MAX } from '@marquee/contracts';
import { z } from 'zod';
import { serviceSlug } from './names.ts';

/** The feed format: NDJSON, one title a line (docs/catalogue-feed.md). */

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** Control characters become spaces, runs of spaces one; half surrogate pairs, which PostgreSQL refuses, go. */
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
const Whole = (min: number, max: number) => z.int().min(min).max(max).nullish().default(null);
/** Lists write 0 where they do not know. */
const Count = (max: number) => Whole(0, max).transform((value) => value || null);
const WebAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain }).max(2_000);
const OptionalAddress = WebAddress.nullish().default(null);

/** A person by name alone, or with the source's own id. */
const Someone = z.union([
  Text(200).transform((name) => ({ name, id: null })),
  z.object({ name: Text(200), id: OptionalText(200) }),
]);
const CastMember = z.union([
  Text(200).transform((name) => ({ name, id: null, character: null })),
  z.object({ name: Text(200), id: OptionalText(200), character: OptionalText(500) }),
]);

const Service = Text(100).refine((name) => serviceSlug(name) !== '', {
  error: 'a service needs a letter in its name',
});
const Offer = z.object({
  service: Service,
  /** Where the title plays; without it the service's search page is linked. */
  url: OptionalAddress,
  /** US dollars; 0 is included in the service's own subscription. */
  price: z.number().min(0).max(10_000).default(0),
  /** Whom to credit, when not the source of the whole feed. */
  source: OptionalText(100),
  checked_at: z.union([z.iso.date(), z.iso.datetime()]).nullish().default(null),
});
export type FeedOffer = z.infer<typeof Offer>;

export const FeedTitle = z.object({
  /** The source's id of the title, unique within source and type. */
  key: Text(200),
  source: OptionalText(100),
  title: Text(500),
  type: z.enum(['movie', 'series']),
  release_year: Whole(1870, 2200),
  runtime_minutes: Count(100_000),
  seasons: Count(10_000),
  age_rating: OptionalText(40),
  /** The leading genre first. */
  genres: z.array(Text(100)).max(50).default([]),
  /** ISO 3166 codes. */
  countries: z.array(Text(100)).max(200).default([]),
  directors: z.array(Someone).max(200).default([]),
  /** In billing order. */
  cast: z.array(CastMember).max(1_000).default([]),
  /** How many people rated the title somewhere: how well it is known. */
  votes: Whole(0, 2_000_000_000),
  overview: OptionalText(10_000),
  video_url: OptionalAddress,
  poster_url: OptionalAddress,
  backdrop_url: OptionalAddress,
  /** 0–100. */
  critical_rating: Whole(0, 100),
  tags: z.array(Text(TAG_MAX)).max(200).default([]),
  offers: z.array(Offer).max(500).default([]),
  /** Short for offers that have nothing but a service. */
  services: z.array(Service).max(500).default([]),
});
export type FeedTitle = z.infer<typeof FeedTitle>;

/** What holds for a whole file: its first line may say it as `{"feed": {…}}`. */
export const FeedHeader = z.object({
  /** Names the list that the file is; keys mean something only within it. */
  source: Text(100),
  /** Whom to credit for the offers, as people read it; the source's name by default. */
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
  /** `key` and `type` are set when they could be read, so that a damaged line does not delist its title. */
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

/** Reads one line of a feed. Never throws: a line that is not right says why in one sentence. */
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
