import { stringify } from 'csv-stringify/sync';
import readWorkbook from 'read-excel-file/node';
import { UnreadableFile } from '../records.ts';

/** Rows of one sheet, and sheets. */
const ROWS_MAX = 250_000;
const SHEETS_MAX = 100;
const UNREADABLE_BOOK =
  'This workbook cannot be read. Open it, save the sheet as CSV (File, Save as), and upload that file.';
const TOO_LARGE =
  'This workbook is too large. Open it, save the sheet as CSV (File, Save as), and upload that file.';

const textOf = (cell: unknown): string =>
  cell instanceof Date
    ? cell.toISOString().replace(/T00:00:00\.000Z$/, '')
    : cell === null
      ? ''
      : String(cell);

/**
 * Reads the sheets of a workbook as CSV, by name. A single sheet has the name of the file, which may say what its titles are.
 * The library reads it whole, within the limits of this process.
 * @throws UnreadableFile
 */
export async function readSheets(path: string, fileName: string): Promise<Map<string, string>> {
  const sheets = await readWorkbook(path).catch((cause: unknown) => {
    throw new UnreadableFile(UNREADABLE_BOOK, 'unreadable_file', { cause });
  });
  if (sheets.length > SHEETS_MAX || sheets.some(({ data }) => data.length > ROWS_MAX))
    throw new UnreadableFile(TOO_LARGE, 'too_large');
  const [only] = sheets;
  const named = (name: string) => `${name}.csv`;
  return new Map(
    sheets.map(({ sheet, data }, at) => [
      sheets.length === 1 && only ? named(fileName.replace(/\.xls[xm]?$/i, '')) : named(`${at + 1} ${sheet}`),
      stringify(data.map((row) => row.map(textOf))),
    ]),
  );
}
