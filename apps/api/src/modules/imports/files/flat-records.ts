// Finds titles in data that nests in any way, and lays each out as a row of a table: a name for every value. What the names mean
// is then decided as for any table.

/** Objects inside each other, and values of one title. No export has more. */
const LEVELS_MAX = 16;
const VALUES_MAX = 300;
const NAME_CHARS = 60;
/** Words that are one value, such as tags. */
const WORDS_MAX = 50;

/** A value by the name of its column. */
export type FlatRecord = ReadonlyMap<string, string>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Files repeat a few names in every record. So many are remembered. */
const REMEMBERED = 1_000;
const known = new Map<string, string>();

/** `lastWatchedAt` and `Last watched at` are `last_watched_at`. Names of units say nothing: `released_utc_ms` is `released`. */
export function fieldName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const field = name
    .slice(0, NAME_CHARS)
    .normalize('NFC')
    .replace(/^.*:/, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/(?:_utc)?_(?:ms|ts|timestamp|utc)$/, '');
  if (known.size < REMEMBERED && name.length <= NAME_CHARS) known.set(name, field);
  return field;
}

/** Objects that only group what belongs to the title. */
const TRANSPARENT =
  /^(?:ids?|external_ids?|item|node|media|content|metadata|title|doc|document|entry|attributes|data|info|details|work|library_doc)$/;
const MOVIE = /^(?:movie|film)s?$/;
const SERIES = /^(?:show|series|tv|tv_?show|anime)s?$/;
const EPISODE = /^episodes?$/;
const PARTS = /^(?:seasons?|episodes?|episodedetails)$/;
/** Lists inside a title that hold no titles. */
const OF_TITLE =
  /^(?:cast|crew|actors?|directors?|writers?|genres?|tags?|keywords?|providers?|offers?|images?|posters?|videos?|trailers?|studios?|networks?|companies|countries|languages|reviews?|comments?|collections?|links?|sources?|similar|recommendations)$/;

const NAMED = ['title', 'name', 'movie', 'film', 'show', 'original_title', 'series', 'local_title'];
const IDENTIFIED = ['imdb', 'imdb_id', 'imdbid', 'tmdb', 'tmdb_id', 'tmdbid', 'tvdb_id', 'external_id'];
/** What an object has beside a name when it is a title and no list of titles. */
const TELLING =
  /year|release|rating|score|watch|seen|status|plays|view|aired|runtime|type|season|episode|vote|favou?rite|list_?type|rank/;

/** What tells a title that holds lists of its own from a list of titles. */
const TELLING_MORE = /^(?:year|release|release_date|released|aired|runtime|first_air_date)$/;
/** Lists of titles in an object that has a name itself. */
const LISTED =
  /^(?:items?|list_items?|titles?|movies?|films?|shows?|series|entries|media|contents?|list|elements|members|works|watch_?list|watched|history|library|data|results)$/;
/** Objects that describe the person or the file. */
const NO_TITLES =
  /^(?:users?|profiles?|account|owner|author|me|settings|preferences|stats|statistics|meta|pagination)$/;

interface Found {
  record: Map<string, string>;
  isTitle: boolean;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;

/** Adds the values of an object and of those that only group them. The first value of a name counts. */
function addValues(
  record: Map<string, string>,
  value: Record<string, unknown>,
  prefix: string,
  level: number,
): void {
  const inner: [string, Record<string, unknown>][] = [];
  for (const [key, field] of Object.entries(value)) {
    if (record.size >= VALUES_MAX) return;
    const name = fieldName(key);
    if (name === '') continue;
    if (isObject(field)) inner.push([name, field]);
    const text = Array.isArray(field) ? joined(field) : textOf(field);
    if (text === null) continue;
    // An object for one value: `rating: { value: 9 }`.
    const full = prefix === '' ? name : /^(?:value|score)$/.test(name) ? prefix : `${prefix}_${name}`;
    if (!record.has(full)) record.set(full, text);
  }
  if (level >= LEVELS_MAX) return;
  const isPart = inner.some(([name]) => EPISODE.test(name));
  for (const [name, field] of inner) {
    if (OF_TITLE.test(name) && !/^collections?$/.test(name)) continue;
    if (SERIES.test(name) && prefix === '') {
      const title = textOf(field.title ?? field.name);
      if (isPart && title !== null) record.set('series', title);
      else addValues(record, field, '', level + 1);
      if (!record.has('type')) record.set('type', isPart ? 'episode' : 'show');
    } else if (MOVIE.test(name) && prefix === '') {
      addValues(record, field, '', level + 1);
      if (!record.has('type')) record.set('type', 'movie');
    } else if (EPISODE.test(name)) {
      const number = textOf(field.number ?? field.episode);
      const season = textOf(field.season);
      if (number !== null) record.set('episode', number);
      if (season !== null) record.set('season', season);
    } else
      addValues(
        record,
        field,
        TRANSPARENT.test(name) ? prefix : prefix === '' ? name : `${prefix}_${name}`,
        level + 1,
      );
  }
}

/** A list of words is one value, such as tags. */
function joined(values: readonly unknown[]): string | null {
  if (values.length === 0 || values.length > WORDS_MAX) return null;
  const words = values.map(textOf);
  return words.every((word) => word !== null) ? words.join(', ') : null;
}

/** Only what is one of several can be a title by its name alone. */
const isOne = (context: FlatRecord): boolean => context.has(ITEM);
const ITEM = '';

function lookAt(value: Record<string, unknown>, context: FlatRecord): Found {
  const record = new Map<string, string>();
  addValues(record, value, '', 0);
  // An id that says in its type whose it is: `{ "externalId": "1396", "type": "tmdb-show" }`.
  const [, scheme, kind] = /^(imdb|tmdb)[-_ ](\w+)$/.exec(record.get('type') ?? '') ?? [];
  const external = record.get('external_id');
  if (scheme && kind && external) record.set(`${scheme}_id`, external).set('type', kind);
  const isSeries = Object.entries(value).some(
    ([key, field]) => PARTS.test(fieldName(key)) && Array.isArray(field),
  );
  if (isSeries && !record.has('type')) record.set('type', 'show');
  const has = (names: readonly string[]) => names.some((name) => (record.get(name) ?? '') !== '');
  const tells = (pattern: RegExp) => [...record.keys()].some((name) => pattern.test(name));
  const isNamed = has(NAMED) && (hasTitles(value) ? tells(TELLING_MORE) : isOne(context) || tells(TELLING));
  return { record, isTitle: has(IDENTIFIED) || isNamed };
}

/** Whether an object holds a list of objects that may be titles. */
const hasTitles = (value: Record<string, unknown>): boolean =>
  Object.entries(value).some(
    ([key, field]) => LISTED.test(fieldName(key)) && Array.isArray(field) && field.some(isObject),
  );

/** The parts of a title that say of themselves that they were seen: seasons and episodes. */
function* partsOf(
  value: Record<string, unknown>,
  context: ReadonlyMap<string, string>,
  level = 0,
): Generator<FlatRecord> {
  for (const [key, field] of Object.entries(value)) {
    if (!PARTS.test(fieldName(key)) || !Array.isArray(field) || level > LEVELS_MAX) continue;
    for (const part of field.filter(isObject)) {
      const season = textOf(part.season ?? part.season_number) ?? context.get('season');
      const within = new Map([...context, ...(season === undefined ? [] : [['season', season] as const])]);
      const inner = [...partsOf(part, within, level + 1)];
      if (inner.length > 0) {
        yield* inner;
        continue;
      }
      const record = new Map(within);
      const own = new Map<string, string>();
      addValues(own, part, '', LEVELS_MAX);
      for (const [name, text] of own) if (!/title|name|_id$|^id$/.test(name)) record.set(name, text);
      if (EPISODE.test(fieldName(key)) && !record.has('episode'))
        record.set('episode', own.get('number') ?? '1');
      yield record;
    }
  }
}

/** Whether a value of this name tells which title an object is. */
export const namesTitle = (name: string): boolean => [...NAMED, ...IDENTIFIED].includes(fieldName(name));

/**
 * Yields every title in the value, and the episodes of series. Lists have names, which the titles in them keep, and so have
 * people.
 * @param isPerson whether the value describes a person, who is no title.
 */
export function* flatRecords(
  value: unknown,
  context: FlatRecord = new Map(),
  level = 0,
  isPerson = false,
): Generator<FlatRecord> {
  if (level > LEVELS_MAX) return;
  if (Array.isArray(value)) {
    const within = new Map([...context, [ITEM, '']]);
    for (const each of value) yield* flatRecords(each, within, level + 1, isPerson);
    return;
  }
  if (!isObject(value)) return;
  const { record, isTitle } = lookAt(value, context);
  if (isTitle && !isPerson) {
    const whole = new Map([...context, ...record]);
    whole.delete(ITEM);
    yield whole;
    const title = record.get('title') ?? record.get('name');
    if (title !== undefined) yield* partsOf(value, new Map([...profileOf(context), ['series', title]]));
    return;
  }
  const name = record.get('name') ?? record.get('title') ?? record.get('username');
  const within = new Map(context);
  within.delete(ITEM);
  if (name !== undefined && isPerson) within.set(PROFILE, name);
  else if (name !== undefined && hasTitles(value)) within.set('in_list', name);
  for (const [key, field] of Object.entries(value)) {
    const of = fieldName(key);
    if (typeof field === 'object' && field !== null && !OF_TITLE.test(of))
      yield* flatRecords(field, listOf(of, within), level + 1, NO_TITLES.test(of));
  }
}

const PROFILE = 'profile_name';
const profileOf = (context: FlatRecord): [string, string][] => {
  const name = context.get(PROFILE);
  return name === undefined ? [] : [[PROFILE, name]];
};

/** What the name of a list says of its titles, unless they say more themselves. */
const LISTS: readonly [names: RegExp, column: string][] = [
  [
    /^(?:watch_?list|to_?watch|watch_?later|plan_to_watch|planned|want_to_watch|wish_?list|backlog|queue)$/,
    'watchlist',
  ],
  [
    /^(?:watched|seen|history|watch_history|completed|diary|watched_movies|watched_shows|movies_watched)$/,
    'watched',
  ],
];

function listOf(name: string, context: FlatRecord): FlatRecord {
  const column = LISTS.find(([names]) => names.test(name))?.[1];
  return column === undefined ? context : new Map([...context, [column, 'yes']]);
}
