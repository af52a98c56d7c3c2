// Lists of titles as text: one title a line, with or without bullets, boxes, years and ratings.
import { findImdbId } from './fields.ts';
import { statementOfWord } from './seen-statement.ts';

const COLUMNS = ['title', 'year', 'my_rating', 'status', 'imdb_id'];

/** A list has lines that are shorter than a title may be long. */
const LINE_CHARS = 200;
/** So many of the first lines decide whether a text is a list. */
const LOOKED_AT = 200;
const LIST_SHARE = 0.8;

const BULLET = /^\s*(?:[-*+•–]\s+|\d{1,4}[.)]\s+)/;
const BOX = /^\[([ xX✓✔])\]\s+|^([☐☑✅✓✔☒])\s*/u;
const HEADING = /^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$|^\*\*(.+)\*\*:?\s*$|^([^.!?]{1,40}):\s*$/;
const YEAR = /\s*[([]((?:18|19|20)\d\d)[)\]]/;
/** Only a score that names its scale: `9/10`, `★★★½`, `85%`. */
const SCORE =
  /[\s:–—-]*[([]?\s*((?:\d{1,3}(?:[.,]\d)?\s*\/\s*\d{1,3})|(?:\d{1,3}\s*%)|(?:[★⭐]\ufe0f?)+[½☆]*)\s*[)\]]?\s*$/u;

/** Returns the lines of a text, without those that are too long for a list. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split(/\r\n?|\n/);
    rest = (lines.pop() ?? '').slice(0, 2 * LINE_CHARS);
    yield* lines;
  }
  yield rest;
}

const plain = (line: string): string =>
  line
    .replace(/!?\[\[([^\]|]+)(?:\|[^\]]*)?\]\]/g, '$1')
    .replace(/\[([^\]]{2,})\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|~~|`/g, '')
    .trim();

interface Line {
  title: string;
  year: string;
  rating: string;
  box: 'full' | 'empty' | null;
  imdbId: string;
  isMarked: boolean;
}

function parseLine(line: string): Line | null {
  const bullet = BULLET.exec(line)?.[0] ?? '';
  const behind = line.slice(bullet.length).trim();
  const box = BOX.exec(behind);
  const mark = box?.[1] ?? box?.[2];
  let text = plain(behind.slice(box?.[0].length ?? 0));
  const imdbId = findImdbId(line) ?? '';
  text = text.replace(/https?:\/\/\S+/g, '').trim();
  const rating = SCORE.exec(text);
  if (rating) text = text.slice(0, rating.index).trim();
  const year = YEAR.exec(text);
  if (year) text = `${text.slice(0, year.index)}${text.slice(year.index + year[0].length)}`;
  const title = text.replace(/[\s,;:–—-]+$/, '').trim();
  if (title === '' && imdbId === '') return null;
  return {
    title,
    year: year?.[1] ?? '',
    rating: rating?.[1] ?? '',
    box: mark === undefined ? null : /[ ☐☒]/u.test(mark) ? 'empty' : 'full',
    imdbId,
    isMarked: bullet !== '' || mark !== undefined || year !== null || imdbId !== '',
  };
}

const headingOf = (line: string): string | null => {
  const found = HEADING.exec(line);
  return found && (found[1] ?? found[2] ?? found[3] ?? null);
};

/**
 * Returns whether a text is a list of titles: its lines are short, and have bullets, boxes, years or ids, or its name ends with
 * `.txt` or `.md`.
 */
export async function isListOfLines(text: AsyncIterable<string>, name: string): Promise<boolean> {
  if (/\.[ct]sv$/i.test(name)) return false;
  let lines = 0;
  let short = 0;
  let marked = 0;
  const commas = new Map<number, number>();
  for await (const line of linesOf(text)) {
    if (line.trim() === '' || headingOf(line) !== null) continue;
    lines++;
    const count = line.split(',').length - 1;
    if (count > 0) commas.set(count, (commas.get(count) ?? 0) + 1);
    if (line.length <= LINE_CHARS) {
      const text = line.replace(BULLET, '').replace(/\b\p{L}{1,3}\./gu, '');
      if (!/[\t;|]/.test(text) && !/[.!?]\s+\p{Lu}/u.test(text)) short++;
      if (parseLine(line)?.isMarked) marked++;
    }
    if (lines === LOOKED_AT) break;
  }
  // Equally many commas in every line are those of a table.
  const isTable = Math.max(0, ...commas.values()) >= LIST_SHARE * lines;
  if (lines === 0 || isTable || short < LIST_SHARE * lines) return false;
  return marked >= LIST_SHARE * lines || (/\.(?:txt|md|markdown)$/i.test(name) && marked > 0);
}

/**
 * Yields the lines as rows of a table, with the columns first. A full box is a view. An empty one is a wish, unless it stands
 * under a heading that says that its titles were seen; a heading also speaks for lines without a box.
 */
export async function* lineCells(text: AsyncIterable<string>): AsyncGenerator<string[] | null> {
  yield COLUMNS;
  let under: ReturnType<typeof statementOfWord> = null;
  for await (const line of linesOf(text)) {
    if (line.trim() === '') continue;
    const heading = BULLET.test(line) ? null : headingOf(line);
    if (heading !== null) {
      under = statementOfWord(heading);
      continue;
    }
    const parsed = line.length <= 2 * LINE_CHARS ? parseLine(line) : null;
    if (parsed === null) {
      yield null;
      continue;
    }
    const { title, year, rating, box, imdbId } = parsed;
    const empty = under === 'seen' ? 'not seen' : 'watchlist';
    const stated =
      under === 'seen' ? 'watched' : under === 'wish' ? 'watchlist' : under === null ? '' : 'not seen';
    yield [title, year, rating, box === 'full' ? 'watched' : box === 'empty' ? empty : stated, imdbId];
  }
}
