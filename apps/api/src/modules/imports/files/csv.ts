import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { UnreadableFile } from '../records.ts';

/** Maximum length of a record or line, in characters. Known exports have shorter records and lines. */
const RECORD_MAX = 10_000_000;
const LINE_MAX = 2_000_000;
/** Maximum number of cells per record. The widest known export has a few dozen cells. */
const CELLS_MAX = 1_000;
const TOO_LARGE = 'A field or line in this file is too large.';
/** No name of a column is longer. */
const NAME_MAX = 100;
const HEAD_CHARS = 4_000;
const QUOTED = /"(?:[^"]|"")*"/g;
/** Maximum number of rows above the header. */
const PREAMBLE_MAX = 20;

/** A record whose cells are found by column name. */
export class Row {
  readonly #columns: ReadonlyMap<string, number>;
  readonly cells: readonly string[];

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.cells = cells;
  }

  columns = (): Iterable<string> => this.#columns.keys();

  hasColumn = (...names: string[]): boolean => names.some((name) => this.#columns.has(name));

  /**
   * Returns the first value among these columns that is not empty, trimmed. Returns an empty text when all
   * values are empty.
   */
  get(...names: string[]): string {
    for (const name of names) {
      const cell = this.cells[this.#columns.get(name) ?? -1]?.trim();
      if (cell) return cell;
    }
    return '';
  }
}

export interface Table {
  /** Rows above the header. */
  preamble: string[][];
  columns: ReadonlySet<string>;
}

/** Normalizes a header: `Letterboxd URI` → `letterboxd_uri`, `DateCreated` → `datecreated`. */
const columnName = (header: string): string =>
  header
    .trim()
    .normalize('NFC')
    .toLowerCase()
    // The Turkish capital letter has a dot of its own.
    .replace(/i\u0307/g, 'i')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, NAME_MAX);

/** Returns the place of each column by its normalized name, in their order. Of two with one name the first counts. */
export function columnsOf(header: readonly string[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [at, cell] of header.entries()) {
    const name = columnName(cell);
    if (!columns.has(name)) columns.set(name, at);
  }
  return columns;
}

/** Finds the separator that occurs most often at the beginning of the file, outside quotes. */
export function findDelimiter(head: string): string {
  const named = /^sep=(.)/i.exec(head)?.[1];
  if (named) return named;
  const bare = head.split('\n').slice(0, 8).join('\n').replace(QUOTED, '');
  const count = (mark: string) => bare.split(mark).length;
  // A cell may hold several words between pipes. They separate cells only where nothing else does, as in Markdown.
  if (/^[^,;\t\n]*\|[^,;\t\n]*$/m.test(bare.split('\n', 1)[0] ?? '')) return '|';
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/**
 * Returns the first line break outside quotes, or every kind when the first line is longer than the head. Without it, the parser
 * looks for a line break at each character and makes three buffers each time, which takes seconds for a file in one line.
 */
const findLineBreaks = (head: string): string[] =>
  /\r\n|\n|\r(?=.)/s.exec(head.replace(QUOTED, ''))?.slice(0, 1) ?? ['\r\n', '\n', '\r'];

async function* withHead(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** @throws UnreadableFile for a line over `LINE_MAX`, which the parser could split into millions of cells. */
async function* withShortLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const chunk of text) {
    const lineBreak = chunk.lastIndexOf('\n');
    length = lineBreak < 0 ? length + chunk.length : chunk.length - lineBreak;
    if (length > LINE_MAX) throw new UnreadableFile(TOO_LARGE, 'too_large');
    yield chunk;
  }
}

/** Reads the records of a CSV file as arrays of cells. Yields null for a record that is too long or damaged. */
export async function* csvCells(text: AsyncIterable<string>): AsyncGenerator<string[] | null> {
  const chunks = text[Symbol.asyncIterator]();
  let head = '';
  while (head.length < HEAD_CHARS) {
    const next = await chunks.next();
    if (next.done) break;
    head += next.value;
  }
  head = head.replace(/^\ufeff/, '');
  const delimiter = findDelimiter(head);
  head = head.replace(/^sep=.\r?\n/i, '');
  let skipped = 0;
  let isTooLarge = false;
  const parser = parse({
    delimiter,
    record_delimiter: findLineBreaks(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // The parser makes an error of every record that is not as long as the first one, even where any length is allowed.
    // It copies the record into the error, which takes longer than reading. Without records before it, any record is
    // the first.
    on_record: (cells: string[]) => {
      Object.assign(parser.info, { records: 0 });
      return cells;
    },
    max_record_size: RECORD_MAX,
    on_skip: (error: CsvError | undefined) => {
      if (error?.code === 'CSV_MAX_RECORD_SIZE') isTooLarge = true;
      skipped++;
      return undefined;
    },
  });
  const source = Readable.from(withShortLines(withHead(head, chunks)));
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const cells of source.pipe(parser)) {
      for (; skipped > 0; skipped--) yield null;
      yield cells.length > CELLS_MAX ? null : cells;
    }
    if (isTooLarge) throw new UnreadableFile(TOO_LARGE, 'too_large');
    for (; skipped > 0; skipped--) yield null;
  } finally {
    source.destroy();
  }
}

/** Which record of a table is its header: the first with certain columns, the first of all, or none. */
export type Header = ((columns: ReadonlySet<string>) => boolean) | 'first' | 'none';

/**
 * Yields the rows below the header, and null for each unreadable record. Yields nothing when the table has no such header. The
 * columns of a table without a header are numbered.
 */
export async function* rowsBelow(
  records: AsyncIterable<string[] | null>,
  header: Header,
  onTable: (table: Table) => void = () => undefined,
): AsyncGenerator<Row | null> {
  const preamble: string[][] = [];
  let columns: Map<string, number> | null = null;
  let names: string[] = [];
  for await (const cells of records) {
    if (columns !== null) {
      // Tables that were put one after the other repeat their header.
      const isRepeated = cells?.length === names.length && cells.every((cell, at) => cell === names[at]);
      if (!isRepeated) yield cells && new Row(columns, cells);
      continue;
    }
    if (!cells) continue;
    const named = columnsOf(header === 'none' ? cells.map((_, at) => `column ${at + 1}`) : cells);
    if (typeof header === 'string' || header(new Set(named.keys()))) {
      columns = named;
      names = cells;
      onTable({ preamble, columns: new Set(named.keys()) });
      if (header === 'none') yield new Row(columns, cells);
    } else if (preamble.push(cells) > PREAMBLE_MAX) return;
  }
}

/** Yields the rows below the first header with the wanted columns of a CSV file. */
export const csvRows = (
  text: AsyncIterable<string>,
  isHeader: (columns: ReadonlySet<string>) => boolean,
  onTable?: (table: Table) => void,
): AsyncGenerator<Row | null> => rowsBelow(csvCells(text), isHeader, onTable);

/** Returns a function that checks whether a header contains all these columns. */
export const has =
  (...names: string[]) =>
  (columns: ReadonlySet<string>): boolean =>
    names.every((name) => columns.has(name));

export const notAnExport = (service: string): UnreadableFile =>
  new UnreadableFile(
    `This does not look like an export of ${service}. Please check the file and the service.`,
    'unknown_file',
  );
