import { NAME_MAX } from '@marquee/contracts/constants';
import type { ImportColumnChoice } from '@marquee/contracts/imports';
import type { Archive } from '../files/archive.ts';
import {
  type Columns,
  createCellSurvey,
  describeColumns,
  findColumns,
  hashOfHeader,
  imdbIdIn,
  isOwnRating,
  type Said,
  saidColumn,
} from '../files/columns.ts';
import { type Header, type Row, rowsBelow } from '../files/csv.ts';
import { createOrderFinder, type DateOrder, parseDay, parseMoment, parseView } from '../files/dates.ts';
import { type EpisodeHint, episodeIn, episodeOf, ofEpisode } from '../files/episode.ts';
import {
  cleanListName,
  cleanText,
  findImdbId,
  parseId,
  parseScore,
  parseYear,
  splitTags,
  splitYear,
} from '../files/fields.ts';
import type { ScoreColumn } from '../files/scores.ts';
import {
  createStatementFinder,
  howItStates,
  isNothing,
  type StatementFinder,
  statementOfFile,
} from '../files/seen-statement.ts';
import { tableCells } from '../files/table-cells.ts';
import { movieOrSeries, seriesInName, titleType } from '../files/title-type.ts';
import {
  type Entry,
  hintOf,
  PASSED,
  prefixesOf,
  rated,
  type TitleHint,
  UNREADABLE,
  UnreadableFile,
  WATCH_LATER,
} from '../records.ts';

/** What the member says of columns: of this file, and earlier of files with the same columns, by the hash of these. */
export interface ColumnChoices {
  chosen: readonly ImportColumnChoice[];
  remembered: readonly (readonly [hash: string, columns: readonly ImportColumnChoice[]])[];
}

/** What the whole table shows. */
interface Layout {
  names: ReadonlySet<string>;
  header: Header;
  found: ReturnType<typeof findColumns>;
  columns: Columns;
  /** The columns that hold something else than their name says. */
  misnamed: ReadonlySet<string>;
  said: Said;
  scores: ReadonlyMap<string, ScoreColumn>;
  finder: StatementFinder;
  orderOf: (column: string) => DateOrder;
  /** What the name of the file, or of the column of titles, says of rows that say nothing. */
  byName: ReturnType<typeof statementOfFile>;
}

/** One cell above a table may be its name, unless it can only be the header of a list of titles. */
const isCaption = (header: ReadonlySet<string>): boolean =>
  header.size === 1 && !/^(?:title|titel|titre|titulo|título|titolo|tytuł)$/.test([...header][0] ?? '');

function isAboutTitles(header: ReadonlySet<string>): boolean {
  const { imdb_id, tmdb_id, title } = findColumns(header).columns;
  return imdb_id !== undefined || tmdb_id !== undefined || (title !== undefined && !isCaption(header));
}

/** A table without known names of columns is one when so many of its first records have equally many cells. */
const LOOKED_AT = 20;
const EQUAL_SHARE = 0.9;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a binary file is full of them.
const CONTROL = /[\x00-\x08\x0e-\x1f\ufffd]/;

/** Returns how a table begins of which no column has a known name. Null when the file is no table. */
async function guessHeader(archive: Archive, name: string): Promise<Header | null> {
  const records: string[][] = [];
  for await (const cells of tableCells(archive, name)) {
    if (cells?.some((cell) => CONTROL.test(cell))) return null;
    if (cells) records.push(cells);
    if (records.length === LOOKED_AT) break;
  }
  const [first] = records;
  const width = first?.length ?? 0;
  const equal = records.filter((cells) => cells.length === width).length;
  if (!first || records.length < 2 || width < 2 || equal < EQUAL_SHARE * records.length) return null;
  // Numbers alone name no titles.
  if (!records.slice(1).some((cells) => cells.some((cell) => /\p{L}{2}/u.test(cell)))) return null;
  const isValue = (cell: string) =>
    findImdbId(cell) !== null || parseDay(cell) !== null || parseScore(cell) !== null;
  return first.some(isValue)
    ? 'none'
    : first.every((cell) => cell.trim().length < LABEL_CHARS)
      ? 'first'
      : null;
}

/** No label of a column is longer. Text with commas is no table. */
const LABEL_CHARS = 60;

const cell = (row: Row, column: string | undefined): string => (column === undefined ? '' : row.get(column));

/** Returns what the member says of the columns of a table: of this file, or else earlier. */
function saidOf(names: ReadonlySet<string>, { chosen, remembered }: ColumnChoices): Said {
  const now = chosen.filter(({ name }) => names.has(name));
  const before = remembered.length === 0 ? null : hashOfHeader(names);
  const columns = now.length > 0 ? now : (remembered.find(([hash]) => hash === before)?.[1] ?? []);
  return new Map(columns.map(({ name, meaning }) => [name, meaning]));
}

/** The day in the first column that names the day of a view, or in a column that only says "date". */
function dayOf(row: Row, { columns, finder, orderOf }: Pick<Layout, 'columns' | 'finder' | 'orderOf'>) {
  const named = finder.dayColumn(row) ?? columns.watched_at;
  return { text: cell(row, named), order: orderOf(named ?? '') };
}

/** Reads the dates of each column by what all of its cells show: a 25 can only be a day. */
function createOrders() {
  const finders = new Map<string, ReturnType<typeof createOrderFinder>>();
  return {
    add(row: Row, columns: Iterable<string | undefined>): void {
      for (const column of new Set(columns)) {
        if (column === undefined) continue;
        const finder = finders.get(column) ?? createOrderFinder();
        finders.set(column, finder);
        finder.add(row.get(column));
      }
    },
    of: (column: string): DateOrder => finders.get(column)?.order() ?? 'mdy',
  };
}

async function surveyTable(archive: Archive, name: string, header: Header, choices: ColumnChoices) {
  let names: ReadonlySet<string> = new Set();
  let said: Said = new Map();
  let finder = createStatementFinder([]);
  let survey = createCellSurvey([], undefined);
  let dated: (string | undefined)[] = [];
  const orders = createOrders();
  const rows = rowsBelow(tableCells(archive, name), header, (table) => {
    names = table.columns;
    said = saidOf(names, choices);
    finder = createStatementFinder(names, said);
    survey = createCellSurvey(names, saidColumn(said, 'rating'));
    const { watched_at, rated_at } = findColumns(names, said).columns;
    dated = [...finder.datedColumns(), watched_at, rated_at];
  });
  for await (const row of rows) {
    if (!row) continue;
    finder.add(row);
    survey.add(row);
    orders.add(row, dated);
  }
  return { names, said, finder, survey, orders };
}

/** Looks at the whole table. Returns null when the file is none. */
async function readLayout(archive: Archive, name: string, choices: ColumnChoices): Promise<Layout | null> {
  let header: Header | null = isAboutTitles;
  let seen = await surveyTable(archive, name, header, choices);
  if (seen.names.size === 0) {
    header = await guessHeader(archive, name);
    if (header === null) return null;
    seen = await surveyTable(archive, name, header, choices);
  }
  const { names, said, finder, survey, orders } = seen;
  const found = findColumns(names, said, survey);
  const { columns } = found;
  let byName = statementOfFile(name);
  if (columns.title === undefined) {
    // A list of titles may be called what it is: "Watchlist".
    const [silent] = finder.silentColumns();
    if (silent !== undefined && !said.has(silent)) {
      columns.title = silent;
      byName = howItStates(silent) === 'wish' ? 'wish' : 'seen';
      finder.forget(silent);
    }
  }
  // On a watchlist, only a score that is called the member's is the member's.
  const isSaid = columns.rating !== undefined && said.has(columns.rating);
  if (byName === 'wish' && !isSaid && !isOwnRating(columns.rating ?? '')) delete columns.rating;
  return {
    names,
    header,
    found,
    columns,
    misnamed: survey.misnamed(),
    said,
    scores: survey.scores(),
    finder,
    orderOf: orders.of,
    byName,
  };
}

/** Reads the year of a cell, also of one with a whole date. */
const yearIn = (text: string): number | null => parseYear(text) ?? parseYear(parseDay(text));

/** Reads a cell with a title, which may have a year, quotation marks, and the original title behind a slash. */
function namesIn(text: string): { title: string; original: string | null; year: number | null } {
  const { title, year } = splitYear(cleanText(text).replace(/^[«„“"](.+)[»“”"]$/, '$1'));
  const [first = '', second] = title.split(' / ');
  return { title: first.trim(), original: second?.trim() || null, year };
}

/** Returns the title of a row and whether the row is about a part of it, whose ids and score are not those of the title. */
function hintFrom(
  row: Row,
  { columns }: Layout,
): { hint: TitleHint; isPart: boolean; of: EpisodeHint | null } | null {
  const { title, original, year } = namesIn(cell(row, columns.title));
  const series = splitYear(cleanText(cell(row, columns.series))).title;
  const type = titleType(cell(row, columns.type));
  if (type === 'other') return null;
  const isNumbered = cell(row, columns.episode) !== '' || (series !== '' && cell(row, columns.season) !== '');
  // A column "Series" may also name what a movie belongs to.
  const isOfSeries = series !== '' && type === null && !/^series?$/.test(columns.series ?? '');
  const isPart = type === 'part' || isNumbered || isOfSeries;
  if (isPart) {
    const plain = seriesInName(title);
    const [longest, ...shorter] = prefixesOf(title.split(': '));
    const named = plain !== title && plain !== '' ? plain : (longest ?? title);
    if (series === '' && named === '') return null;
    const alternatives = series === '' && named === longest ? shorter : [];
    const of = episodeOf(cell(row, columns.season), cell(row, columns.episode)) ?? episodeIn(title);
    return { hint: hintOf({ title: series || named, type: 'series', alternatives }), isPart, of };
  }
  const imdbId = imdbIdIn(cell(row, columns.imdb_id));
  const tmdbId = parseId(cell(row, columns.tmdb_id));
  if (title === '' && imdbId === null && tmdbId === null) return null;
  const hint = hintOf({
    title: title || (imdbId ?? `TMDB ${tmdbId}`),
    originalTitle: cleanText(cell(row, columns.original_title)) || original,
    year: yearIn(cell(row, columns.year)) ?? year,
    type: movieOrSeries(type),
    imdbId,
    tmdbId,
  });
  return { hint, isPart: cell(row, columns.season) !== '', of: null };
}

/** Returns the member's score in a row, and whether its cell holds something else. Tools write 0 for "not rated". */
function scoreOf(row: Row, { columns, scores }: Layout) {
  const given = cell(row, columns.rating);
  if (isNothing(given) || columns.rating === undefined) return { score: null, isUnreadable: false };
  const score = scores.get(columns.rating)?.read(given) ?? null;
  const isZero = score !== null && 'score' in score && score.score === 0;
  return { score: isZero ? null : score, isUnreadable: score === null };
}

/** @param isAlone whether the table is the whole file. */
function toEntries(row: Row, layout: Layout, isAlone: boolean): Entry[] {
  const { columns, finder, orderOf, byName } = layout;
  // A line of dashes, or an empty one.
  if (row.cells.every((each) => isNothing(each.replace(/:/g, '')))) return [PASSED];
  const found = hintFrom(row, layout);
  if (!found) return [UNREADABLE];
  const { hint, isPart } = found;
  const of = ofEpisode(found.of);
  const { text: day, order } = dayOf(row, layout);
  const at = parseMoment(day, order);
  const on = parseView(day, order);
  const plays = finder.plays(row);
  const seen = { hint, fact: { kind: 'seen', ...of, on, at: null, ...(plays > 1 && { plays }) } } as const;
  const wish = { hint, list: WATCH_LATER, fact: { kind: 'list', at } } as const;
  const stated = finder.of(row);
  const { score, isUnreadable } = scoreOf(row, layout);
  if (isUnreadable && stated === null) return [UNREADABLE];
  if (isPart && score !== null) {
    // A user who rates an episode has seen its series. The score shows the scale, but is not the score of the series.
    const shown: Entry = { passed: true, ...('score' in score && { score: score.score }) };
    return stated === 'neither' ? [shown] : [shown, seen];
  }
  const entries: Entry[] = [];
  if (stated === 'seen') entries.push({ ...seen, isSaid: true });
  if (score !== null) {
    const ratedAt = cell(row, columns.rated_at);
    const when = ratedAt === '' ? at : parseMoment(ratedAt, orderOf(columns.rated_at ?? ''));
    entries.push({
      hint,
      fact: rated(score, splitTags(cell(row, columns.tags)), when),
      ...(stated === 'seen' && { isSaid: true }),
    });
  }
  if (stated === 'wish') entries.push({ ...wish, isSaid: true });
  const list = cleanListName(cell(row, columns.list));
  if (list !== '')
    entries.push({
      hint,
      list: { type: 'custom', name: list },
      fact: { kind: 'list', at: null },
      isSaid: true,
    });
  // The title counts, and the cell that cannot be read is counted.
  if (isUnreadable) entries.push(UNREADABLE);
  if (entries.length > 0 || stated === 'neither') return entries.length > 0 ? entries : [PASSED];
  // Nothing is stated: what the name of the file says counts, and otherwise what the member says.
  // Beside other tables, the name tells them apart, whatever the member says of all.
  if (byName === 'wish') return [{ ...wish, ...(!isAlone && { isSaid: true }) }];
  if (byName === 'seen') return [{ ...seen, ...(!isAlone && { isSaid: true }) }];
  return [{ hint, fact: { kind: 'open', ...of, on, at } }];
}

/** Says whose the entries of a row are, in a table of several people. */
function ofProfile(row: Row, { columns }: Layout, entries: readonly Entry[]): readonly Entry[] {
  const profile = cleanText(cell(row, columns.profile), NAME_MAX);
  return profile === '' ? entries : entries.map((entry) => ('hint' in entry ? { ...entry, profile } : entry));
}

const PEOPLE = 'This is a list of people. Marquee imports titles only.';
const hasTitles = ({ columns }: Layout): boolean =>
  columns.title !== undefined ||
  columns.imdb_id !== undefined ||
  columns.tmdb_id !== undefined ||
  columns.series !== undefined;

/** IMDb's lists of people have the columns of its lists of titles. */
const isOfPeople = (row: Row): boolean => /^nm\d{7,9}$/.test(row.get('const'));

/**
 * Reads any table, list of lines, and file of JSON or XML. The preview shows how every column was read, because the names may
 * mislead, and asks about those that are not clear. A table without a column that is known for titles is shown too, so that the
 * member can say which column has them.
 */
export async function* readAnyTable(
  archive: Archive,
  choices: ColumnChoices = { chosen: [], remembered: [] },
): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names) {
    const layout = await readLayout(archive, name, choices);
    if (layout === null) continue;
    tables++;
    const { names, found, finder, misnamed, said } = layout;
    yield { columns: describeColumns(names, found, finder, misnamed, said) };
    for await (const row of rowsBelow(tableCells(archive, name), layout.header)) {
      if (row && isOfPeople(row)) throw new UnreadableFile(PEOPLE, 'unknown_file');
      if (!row) yield UNREADABLE;
      else if (hasTitles(layout))
        yield* ofProfile(row, layout, toEntries(row, layout, archive.names.length === 1));
      else yield PASSED;
    }
  }
  if (tables === 0)
    throw new UnreadableFile(
      'This file holds no table, no list and no data that Marquee can read.',
      'unknown_file',
    );
}
