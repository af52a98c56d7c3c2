import {
  EPISODE_NUMBER_MAX,
  EPISODE_PLAYS_MAX,
  SEASON_NUMBER_MAX,
  SEASONS_MAX,
} from '@marquee/contracts/constants';
import { SavePreference } from '@marquee/contracts/users';
import { z } from 'zod';
import { AccountSettings, SETTINGS_BY_COLUMN } from '../account-settings.ts';
import type { Archive } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseDay, parseMoment } from '../files/dates.ts';
import { cleanListName, cleanTags, cleanText } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import {
  type Choices,
  type Entry,
  hintOf,
  type ListRef,
  PLAYS_MAX,
  type TitleHint,
  UNREADABLE,
  WatchState,
} from '../records.ts';

/** The highest value of an id column. */
const ID_MAX = 2 ** 31 - 1;

const Medium = z.object({
  id: z.int().positive().max(ID_MAX),
  title: z.string(),
  type: z.enum(['movie', 'series']).nullish(),
  release_year: z.int().nullish(),
});
const Moment = z.iso.datetime().transform((value) => parseMoment(value));
const Rating = z.object({
  medium: Medium,
  rating: z.int().min(0).max(10),
  tags: z.array(z.string()).default([]),
  created_at: Moment,
  updated_at: Moment,
});
const Hidden = z.object({ medium: Medium, created_at: Moment });
const Seen = z.object({
  medium: Medium,
  seen_on: z.string().nullish(),
  plays: z.int().min(0).max(PLAYS_MAX).nullish(),
  up_to_season: z.int().min(1).max(SEASONS_MAX).nullish(),
  by_episodes: z.boolean().default(false),
  created_at: Moment,
});
const Series = z.object({ medium: Medium, state: WatchState });
/** An episode names its title by the id alone, which `series` has before it. */
const Episode = z.object({
  medium_id: z.int().positive().max(ID_MAX),
  season: z.int().min(0).max(SEASON_NUMBER_MAX),
  episode: z.int().min(1).max(EPISODE_NUMBER_MAX),
  seen_on: z.string().nullish(),
  plays: z.int().min(1).max(EPISODE_PLAYS_MAX),
  days: z.array(z.string()).max(EPISODE_PLAYS_MAX).default([]),
  marked_at: Moment,
});
const Setting = z.object({ medium: Medium, not_suggest_sharing: z.boolean() });
const List = z.object({
  name: z.string(),
  list_type: z.enum(['custom', 'watch_later', 'havent_watched']),
  media: z.array(z.object({ medium: Medium, created_at: Moment })).default([]),
});
const Service = z.object({ provider: z.object({ name: z.string() }) });
const Genre = z.object({ genre: z.object({ title: z.string() }) });
const Filter = SavePreference.shape.user_preference;

const hintFrom = ({ id, title, type, release_year }: z.infer<typeof Medium>): TitleHint =>
  hintOf({ title: cleanText(title), year: release_year ?? null, type: type ?? null, mediumId: id });

function* fromList(value: unknown): Generator<Entry> {
  const parsed = List.safeParse(value);
  if (!parsed.success) return yield UNREADABLE;
  const { name, list_type, media } = parsed.data;
  const list: ListRef = { type: list_type, name: list_type === 'custom' ? cleanListName(name) : '' };
  yield { list };
  for (const { medium, created_at } of media)
    yield { hint: hintFrom(medium), list, fact: { kind: 'list', at: created_at } };
}

function fromRating(value: unknown): Entry {
  const parsed = Rating.safeParse(value);
  if (!parsed.success) return UNREADABLE;
  const { medium, rating, tags, created_at, updated_at } = parsed.data;
  const fact = { kind: 'rating', rating, tags: cleanTags(tags), at: updated_at, first: created_at } as const;
  return { hint: hintFrom(medium), fact };
}

function fromHidden(value: unknown): Entry {
  const parsed = Hidden.safeParse(value);
  if (!parsed.success) return UNREADABLE;
  return { hint: hintFrom(parsed.data.medium), fact: { kind: 'hide', at: parsed.data.created_at } };
}

function fromSeen(value: unknown): Entry {
  const parsed = Seen.safeParse(value);
  if (!parsed.success) return UNREADABLE;
  const { medium, seen_on, plays, up_to_season, by_episodes, created_at } = parsed.data;
  return {
    hint: hintFrom(medium),
    fact: {
      kind: 'seen',
      on: parseDay(seen_on ?? ''),
      at: created_at,
      plays: plays ?? 0,
      ...(up_to_season && { upToSeason: up_to_season }),
      ...(by_episodes && { byEpisodes: true }),
    },
  };
}

/** The titles of the series that were read, by their ids. */
type Titles = Map<number, TitleHint>;

function fromSeries(value: unknown, titles: Titles): Entry {
  const parsed = Series.safeParse(value);
  if (!parsed.success) return UNREADABLE;
  const { medium, state } = parsed.data;
  const hint = hintFrom(medium);
  titles.set(medium.id, hint);
  return { hint, fact: { kind: 'state', state } };
}

/** Yields a view for each known day, since an episode may have been seen on several. */
function* fromEpisode(value: unknown, titles: Titles): Generator<Entry> {
  const parsed = Episode.safeParse(value);
  const hint = parsed.success ? titles.get(parsed.data.medium_id) : undefined;
  if (!parsed.success || !hint) return yield UNREADABLE;
  const { season, episode, seen_on, plays, days, marked_at: at } = parsed.data;
  const of = { season, episode };
  const known = [...days, seen_on ?? ''].map((day) => parseDay(day)).filter((day) => day !== null);
  const [first = null, ...others] = new Set(known);
  yield { hint, fact: { kind: 'seen', of, on: first, at, plays } };
  for (const on of others) yield { hint, fact: { kind: 'seen', of, on, at, plays } };
}

function fromSetting(value: unknown): Entry {
  const parsed = Setting.safeParse(value);
  if (!parsed.success) return UNREADABLE;
  const fact = { kind: 'setting', notSuggest: parsed.data.not_suggest_sharing } as const;
  return { hint: hintFrom(parsed.data.medium), fact };
}

const choice = (choices: Partial<Choices>): Entry => ({ choices });

/** Yields nothing for a setting that is null, as it is in a new account. */
function* fromAccount(column: string, value: unknown): Generator<Entry> {
  const name = SETTINGS_BY_COLUMN.get(column);
  const setting = name && AccountSettings.parse({ [name]: value })[name];
  if (setting != null) yield choice({ account: { [column]: setting } });
}

function toEntries(part: string, value: unknown, titles: Titles): Iterable<Entry> {
  switch (part) {
    case 'ratings':
      return [fromRating(value)];
    case 'hiddens':
      return [fromHidden(value)];
    case 'seen':
      return [fromSeen(value)];
    case 'series':
      return [fromSeries(value, titles)];
    case 'episodes':
      return fromEpisode(value, titles);
    case 'medium_settings':
      return [fromSetting(value)];
    case 'lists':
      return fromList(value);
    case 'providers':
      return [choice({ services: [cleanText(Service.parse(value).provider.name)] })];
    case 'genres':
      return [choice({ genres: [cleanText(Genre.parse(value).genre.title)] })];
    case 'preferences':
      return [choice({ filters: [Filter.parse(value)] })];
    default:
      return fromAccount(part, value);
  }
}

const PARTS = [
  'ratings',
  'hiddens',
  'seen',
  'series',
  'episodes',
  'medium_settings',
  'lists',
  'providers',
  'genres',
  'preferences',
];
const PATHS = [
  ...PARTS.map((part) => `$.user.${part}.*`),
  ...[...SETTINGS_BY_COLUMN.keys()].map((column) => `$.user.${column}`),
];

/** Reads the JSON file of Settings → Your data. */
export async function* readMarquee(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  for (const name of archive.names.filter((each) => archive.names.length === 1 || each.endsWith('.json'))) {
    const titles: Titles = new Map();
    for await (const { path, value } of jsonValues(archive.text(name), () => PATHS)) {
      found++;
      try {
        yield* toEntries(String(path[1]), value, titles);
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        yield UNREADABLE;
      }
    }
  }
  if (found === 0) throw notAnExport('Marquee');
}
