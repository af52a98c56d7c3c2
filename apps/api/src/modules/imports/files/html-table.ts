import { Parser } from 'htmlparser2';
import { UnreadableFile } from '../records.ts';

/** Cells of one row, and characters of one cell. No table of titles has more. */
const CELLS_MAX = 1_000;
const CELL_CHARS = 100_000;
const TOO_LARGE = 'A row of the table in this file is too large.';

/** Streams the rows of all tables of an HTML file, which some services and tools call `.xls`. */
export async function* htmlCells(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rows: string[][] = [];
  let row: string[] | null = null;
  let cell: string | null = null;
  let isTooLarge = false;
  const endCell = () => {
    if (cell !== null) row?.push(cell.replace(/\s+/g, ' ').trim());
    cell = null;
  };
  const endRow = () => {
    endCell();
    if (row && row.length > 0) rows.push(row);
    row = null;
  };
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'tr') {
        endRow();
        row = [];
      } else if (name === 'td' || name === 'th') {
        endCell();
        row ??= [];
        cell = '';
        isTooLarge ||= row.length >= CELLS_MAX;
      } else if (name === 'br' && cell !== null) cell += ' ';
    },
    ontext(piece) {
      if (cell === null) return;
      cell += piece;
      isTooLarge ||= cell.length > CELL_CHARS;
    },
    onclosetag(name) {
      if (name === 'td' || name === 'th') endCell();
      else if (name === 'tr' || name === 'table') endRow();
    },
  });
  for await (const chunk of text) {
    parser.write(chunk);
    if (isTooLarge) throw new UnreadableFile(TOO_LARGE, 'too_large');
    yield* rows;
    rows = [];
  }
  parser.end();
  endRow();
  yield* rows;
}
