// Every form in which files hold titles as the records of one table. The first record names the columns.
import { UnreadableFile } from '../records.ts';
import type { Archive } from './archive.ts';
import { csvCells } from './csv.ts';
import { type FlatRecord, flatRecords } from './flat-records.ts';
import { htmlCells } from './html-table.ts';
import { jsonValues } from './json.ts';
import { isListOfLines, lineCells } from './lines.ts';
import { xmlValues } from './xml.ts';

type Form = 'csv' | 'lines' | 'html' | 'json' | 'xml';

const HEAD_CHARS = 4_000;
/** Names of values in one file. More would be no columns that a person could choose from. */
const COLUMNS_MAX = 500;

async function headOf(text: AsyncIterable<string>): Promise<string> {
  let head = '';
  for await (const chunk of text) {
    head = (head + chunk).trimStart();
    if (head.length >= HEAD_CHARS) break;
  }
  return head.replace(/^\ufeff/, '');
}

async function formOf(archive: Archive, name: string): Promise<Form> {
  const head = await headOf(archive.text(name));
  // Markdown begins with a box in brackets too.
  if (/^(?:\{|\[)\s*(?:["{[\]}]|$)/.test(head) && !/^\[\[/.test(head)) return 'json';
  if (/^<(?:!doctype html|html|table|head|body|meta|style)/i.test(head)) return 'html';
  if (/^<[?!a-z]/i.test(head)) return /<table[\s>]/i.test(head) && !head.startsWith('<?xml') ? 'html' : 'xml';
  return (await isListOfLines(archive.text(name), name)) ? 'lines' : 'csv';
}

/** Returns the values of a JSON file that are read one after the other: the items of its lists, two levels deep. */
const jsonItems = (archive: Archive, name: string) =>
  jsonValues(archive.text(name), (isArray) => (isArray ? ['$.*'] : ['$.*.*']));

async function* recordsOf(archive: Archive, name: string, form: 'json' | 'xml'): AsyncGenerator<FlatRecord> {
  if (form === 'json') {
    for await (const { path, value } of jsonItems(archive, name)) yield* flatRecords(nested(path, value));
  } else for await (const value of xmlValues(archive.text(name))) yield* flatRecords(value);
}

/** Puts a value back below the names that lead to it, because they may say what it is. */
function nested(path: readonly (string | number)[], value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, part) => (typeof part === 'number' ? [inner] : { [part]: inner }),
    value,
  );
}

/** The names of all values of a file, which only the whole file shows. */
const namesOf = new WeakMap<Archive, Map<string, readonly string[]>>();

async function findNames(archive: Archive, name: string, form: 'json' | 'xml'): Promise<readonly string[]> {
  const known = namesOf.get(archive) ?? new Map<string, readonly string[]>();
  namesOf.set(archive, known);
  const before = known.get(name);
  if (before) return before;
  const names = new Set<string>();
  for await (const record of recordsOf(archive, name, form))
    for (const column of record.keys()) if (names.size < COLUMNS_MAX) names.add(column);
  known.set(name, [...names]);
  return [...names];
}

async function* recordCells(archive: Archive, name: string, form: 'json' | 'xml'): AsyncGenerator<string[]> {
  const names = await findNames(archive, name, form);
  if (names.length === 0) return;
  yield [...names];
  for await (const record of recordsOf(archive, name, form))
    yield names.map((column) => record.get(column) ?? '');
}

/** Yields the records of a file in any form. A damaged record of a table is null. */
export async function* tableCells(archive: Archive, name: string): AsyncGenerator<string[] | null> {
  const form = await formOf(archive, name);
  if (form === 'json' || form === 'xml') {
    try {
      yield* recordCells(archive, name, form);
    } catch (error) {
      // In an archive, a file that is none of titles does not spoil the others.
      if (
        !(error instanceof UnreadableFile) ||
        error.code !== 'unreadable_file' ||
        archive.names.length === 1
      )
        throw error;
    }
  } else if (form === 'html') yield* htmlCells(archive.text(name));
  else if (form === 'lines') yield* lineCells(archive.text(name));
  else yield* csvCells(archive.text(name));
}
