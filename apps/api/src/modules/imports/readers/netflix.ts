import { type Archive, baseName } from '../files/archive.ts';
import { csvCells, csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { createOrderFinder, type DateOrder, parseDay } from '../files/dates.ts';
import { cleanText } from '../files/fields.ts';
import { type Entry, hintOf, type TitleHint, UNREADABLE } from '../records.ts';

/** The part of a title that names a season, in the languages of Netflix. */
const SEASON =
  /^(?:(?:limited series|mini-?series|miniserie|série limitée|série limitada|mini-serie)|(?:(?:season|series|part|volume|vol\.|book|chapter|collection|temporada|parte|volumen|saison|partie|staffel|teil|stagione|seizoen|deel|säsong|sæson|sesong|kausi|sezon|część|évad|sezona|série|řada|сезон|часть|mùa)\s*\.?\s*[\divxlc]+\b.*)|(?:[\d]+\.?\s*(?:season|temporada|staffel|sezon|évad|kausi|сезон|시즌|série|řada))|(?:(?:シーズン|시즌|第)\s*\d+.*))$/iu;

/**
 * Splits the title of an episode: `Dark: Season 2: Beginnings` belongs to the series Dark. `The Crown: Fagan`
 * can be a movie or an episode, so `alternative` contains the possible series.
 */
export function splitEpisode(name: string): TitleHint {
  const parts = name.split(/\s*[:：]\s+/);
  const season = parts.findIndex((part, at) => at > 0 && SEASON.test(part));
  if (season > 0) return hintOf({ title: parts.slice(0, season).join(': '), type: 'series' });
  if (parts.length < 2) return hintOf({ title: name });
  // The last of three parts is an episode. The second of two parts may be a subtitle.
  const series = parts.slice(0, Math.max(1, parts.length - 2)).join(': ');
  return hintOf({ title: name, alternative: series });
}

/** Returns whether the row is a trailer or a preview that started automatically. These rows are not views. */
const isPreview = (row: Row): boolean =>
  row.get('supplemental_video_type') !== '' ||
  /autoplayed: user action: none/i.test(row.get('attributes')) ||
  /^0{1,2}:0{1,2}:\d\d$/.test(row.get('duration'));

const isHistory = has('title', 'date');
const isActivity = has('title', 'start_time');

/**
 * Returns whether the file has a translated header. Such a file has two columns, and the second column
 * contains dates.
 */
async function isTranslated(archive: Archive, name: string): Promise<boolean> {
  let rows = 0;
  let dates = 0;
  for await (const cells of csvCells(archive.text(name))) {
    if (cells?.length === 2 && parseDay(cells[1] ?? '', 'dmy')) dates++;
    if (++rows === 20) break;
  }
  return dates > 0 && dates >= rows - 1;
}

async function orderOf(archive: Archive, name: string): Promise<DateOrder> {
  const finder = createOrderFinder();
  for await (const cells of csvCells(archive.text(name))) finder.add(cells?.[1] ?? '');
  return finder.order();
}

function toEntry(title: string, date: string, order: DateOrder): Entry {
  const name = cleanText(title);
  const on = parseDay(date, order);
  if (name === '' || on === null) return UNREADABLE;
  return { hint: splitEpisode(name), fact: { kind: 'seen', on, at: null } };
}

async function* readTable(archive: Archive, name: string): AsyncGenerator<Entry> {
  let isKnown = false;
  const isHeader = (columns: ReadonlySet<string>) => isHistory(columns) || isActivity(columns);
  const rows = csvRows(archive.text(name), isHeader, () => {
    isKnown = true;
  });
  const order = await orderOf(archive, name);
  for await (const row of rows) {
    if (row === null) yield UNREADABLE;
    else if (!isPreview(row)) yield toEntry(row.get('title'), row.get('date', 'start_time'), order);
  }
  if (isKnown || !(await isTranslated(archive, name))) return;
  let isHead = true;
  for await (const cells of csvCells(archive.text(name))) {
    const entry = cells ? toEntry(cells[0] ?? '', cells[1] ?? '', order) : UNREADABLE;
    if (!(isHead && 'unreadable' in entry)) yield entry;
    isHead = false;
  }
}

/** Reads NetflixViewingHistory.csv of one profile, or ViewingActivity.csv of the full download. */
export async function* readNetflix(archive: Archive): AsyncGenerator<Entry> {
  const named = archive.names.filter((name) => /viewing(activity|history).*\.csv$/.test(baseName(name)));
  const names = named.length > 0 ? named : archive.names.length === 1 ? archive.names : [];
  let entries = 0;
  for (const name of names)
    for await (const entry of readTable(archive, name)) {
      entries++;
      yield entry;
    }
  if (entries === 0) throw notAnExport('Netflix');
}
