import type { Archive } from '../files/archive.ts';
import {
  type Columns,
  createMisnomerFinder,
  describeColumns,
  findColumns,
  isOwnRating,
} from '../files/columns.ts';
import { csvRows, type Row } from '../files/csv.ts';
import { createOrderFinder, type DateOrder, parseMoment, parseView } from '../files/dates.ts';
import {
  cleanText,
  findImdbId,
  parseId,
  parseScore,
  parseYear,
  splitTags,
  splitYear,
} from '../files/fields.ts';
import {
  createStatementFinder,
  isNothing,
  type StatementFinder,
  statementOfFile,
} from '../files/seen-statement.ts';
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

/** What the whole table shows. */
interface Layout {
  header: ReadonlySet<string>;
  columns: Columns;
  /** The columns that hold something else than their name says. */
  misnamed: ReadonlySet<string>;
  finder: StatementFinder;
  order: DateOrder;
  /** What the name of the file says of rows that say nothing. */
  byFile: ReturnType<typeof statementOfFile>;
}

/** One cell above a table may be its name, unless it can only be the header of a list of titles. */
const isCaption = (header: ReadonlySet<string>): boolean =>
  header.size === 1 && !/^(?:title|titel|titre|titulo|título|titolo|tytuł)$/.test([...header][0] ?? '');

function isAboutTitles(header: ReadonlySet<string>): boolean {
  const { imdb_id, tmdb_id, title } = findColumns(header);
  return imdb_id !== undefined || tmdb_id !== undefined || (title !== undefined && !isCaption(header));
}

const cell = (row: Row, column: string | undefined): string => (column === undefined ? '' : row.get(column));

/** The day in the first column that names the day of a view, or in a column that only says "date". */
const dayOf = (row: Row, { columns, finder }: Pick<Layout, 'columns' | 'finder'>): string =>
  finder.days(row) || cell(row, columns.watched_at);

async function readLayout(archive: Archive, name: string): Promise<Layout> {
  let header: ReadonlySet<string> = new Set();
  let columns: Columns = {};
  let finder = createStatementFinder([]);
  let misnomers = createMisnomerFinder([]);
  const order = createOrderFinder();
  const rows = csvRows(archive.text(name), isAboutTitles, (table) => {
    header = table.columns;
    columns = findColumns(header);
    finder = createStatementFinder(header);
    misnomers = createMisnomerFinder(header);
  });
  for await (const row of rows) {
    if (!row) continue;
    finder.add(row);
    misnomers.add(row);
    order.add(dayOf(row, { columns, finder }) || cell(row, columns.rated_at));
  }
  const misnamed = misnomers.columns();
  columns = findColumns(header, misnamed);
  const byFile = statementOfFile(name);
  // On a watchlist, only a score that is called the member's is the member's.
  if (byFile === 'wish' && !isOwnRating(columns.rating ?? '')) delete columns.rating;
  return { header, columns, misnamed, finder, order: order.order(), byFile };
}

/** Returns the title of a row and whether the row is about a part of it, whose ids and score are not those of the title. */
function hintFrom(row: Row, { columns }: Layout): { hint: TitleHint; isPart: boolean } | null {
  const { title, year } = splitYear(cleanText(cell(row, columns.title)));
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
    return { hint: hintOf({ title: series || named, type: 'series', alternatives }), isPart };
  }
  const imdbId = findImdbId(cell(row, columns.imdb_id));
  const tmdbId = parseId(cell(row, columns.tmdb_id));
  if (title === '' && imdbId === null && tmdbId === null) return null;
  const hint = hintOf({
    title: title || (imdbId ?? `TMDB ${tmdbId}`),
    originalTitle: cleanText(cell(row, columns.original_title)) || null,
    year: parseYear(cell(row, columns.year)) ?? year,
    type: movieOrSeries(type),
    imdbId,
    tmdbId,
  });
  return { hint, isPart: cell(row, columns.season) !== '' };
}

/** Returns the member's score in a row, and whether its cell holds something else. Tools write 0 for "not rated". */
function scoreOf(row: Row, { columns }: Layout) {
  const given = cell(row, columns.rating);
  if (isNothing(given)) return { score: null, isUnreadable: false };
  const score = parseScore(given);
  const isZero = score !== null && 'score' in score && score.score === 0;
  return { score: isZero ? null : score, isUnreadable: score === null };
}

/** @param isAlone whether the table is the whole file. */
function toEntries(row: Row, layout: Layout, isAlone: boolean): Entry[] {
  const { columns, finder, order, byFile } = layout;
  const found = hintFrom(row, layout);
  if (!found) return [UNREADABLE];
  const { hint, isPart } = found;
  const day = dayOf(row, layout);
  const at = parseMoment(day, order);
  const on = parseView(day, order);
  const plays = finder.plays(row);
  const seen = { hint, fact: { kind: 'seen', on, at: null, ...(plays > 1 && { plays }) } } as const;
  const wish = { hint, list: WATCH_LATER, fact: { kind: 'list', at } } as const;
  const stated = finder.of(row);
  const { score, isUnreadable } = scoreOf(row, layout);
  if (isUnreadable && stated === null) return [UNREADABLE];
  if (isPart && score !== null) {
    // Who rates an episode has seen its series. The score shows the scale, but is not the score of the series.
    const shown: Entry = { passed: true, ...('score' in score && { score: score.score }) };
    return stated === 'neither' ? [shown] : [shown, seen];
  }
  const entries: Entry[] = [];
  if (stated === 'seen') entries.push({ ...seen, isSaid: true });
  if (score !== null) {
    const fact = rated(
      score,
      splitTags(cell(row, columns.tags)),
      parseMoment(cell(row, columns.rated_at) || day, order),
    );
    entries.push({ hint, fact, ...(stated === 'seen' && { isSaid: true }) });
  }
  if (stated === 'wish') entries.push({ ...wish, isSaid: true });
  // The title counts, and the cell that cannot be read is counted.
  if (isUnreadable) entries.push(UNREADABLE);
  if (entries.length > 0 || stated === 'neither') return entries.length > 0 ? entries : [PASSED];
  // Nothing is stated: what the name of the file says counts, and otherwise what the member says.
  // Beside other tables, the name tells them apart, whatever the member says of all.
  if (byFile === 'wish') return [{ ...wish, ...(!isAlone && { isSaid: true }) }];
  if (byFile === 'seen') return [{ ...seen, ...(!isAlone && { isSaid: true }) }];
  return [{ hint, fact: { kind: 'open', on, at } }];
}

/**
 * Reads any table whose header has an id of IMDb or TMDB, or a title. The preview shows how every column was read, because
 * the names may mislead.
 */
export async function* readAnyCsv(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names) {
    const layout = await readLayout(archive, name);
    if (layout.header.size === 0) continue;
    tables++;
    yield { columns: describeColumns(layout.header, layout.columns, layout.finder, layout.misnamed) };
    for await (const row of csvRows(archive.text(name), isAboutTitles))
      if (row) yield* toEntries(row, layout, archive.names.length === 1);
      else yield UNREADABLE;
  }
  if (tables === 0)
    throw new UnreadableFile(
      'This table has no column with a title or with an id of IMDb or TMDB.',
      'unknown_file',
    );
}
