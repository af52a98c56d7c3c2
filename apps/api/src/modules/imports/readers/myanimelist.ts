import type { Archive } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { cleanText, parseScore } from '../files/fields.ts';
import { statementOfWord } from '../files/seen-statement.ts';
import { xmlEntries } from '../files/xml.ts';
import { type Entry, hintOf, PASSED, rated, UNREADABLE, WATCH_LATER } from '../records.ts';

/** Old exports write the number of a state instead of its name. */
const STATUS_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['1', 'watching'],
  ['2', 'completed'],
  ['3', 'on hold'],
  ['4', 'dropped'],
  ['6', 'plan to watch'],
]);

const isEntry = (name: string): boolean => name === 'anime' || name === 'manga';

function toEntries(fields: Readonly<Record<string, unknown>>): Entry[] {
  const get = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const title = cleanText(get('series_title'));
  const status = get('my_status');
  if (title === '' || status === '') return [UNREADABLE];
  const type = get('series_type').toLowerCase();
  if (type === 'music') return [PASSED];
  const hint = hintOf({ title, type: type === 'tv' ? 'series' : type === 'movie' ? 'movie' : null });
  const day = get('my_finish_date');
  const on = parseView(day);
  const entries: Entry[] = [];
  const score = parseScore(get('my_score'));
  // 0 means that the title is not rated.
  if (score !== null && !('score' in score && score.score === 0))
    entries.push({ hint, fact: rated(score, [], parseMoment(day)) });
  const stated = statementOfWord(STATUS_NUMBERS.get(status) ?? status);
  if (stated === 'seen') entries.push({ hint, fact: { kind: 'seen', on, at: null }, isSaid: true });
  if (stated === 'wish')
    entries.push({ hint, list: WATCH_LATER, fact: { kind: 'list', at: null }, isSaid: true });
  return entries.length > 0 ? entries : [stated === null ? UNREADABLE : PASSED];
}

/** Reads the XML file of the anime list. Manga is not imported. */
export async function* readMyAnimeList(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  for (const name of archive.names.filter((each) => archive.names.length === 1 || /\.xml$/i.test(each))) {
    for await (const entry of xmlEntries(archive.text(name), isEntry)) {
      if (!isEntry(entry.name) || !Object.keys(entry.fields).some((field) => field.startsWith('my_')))
        continue;
      found++;
      if (entry.name === 'manga') yield PASSED;
      else yield* toEntries(entry.fields);
    }
  }
  if (found === 0) throw notAnExport('MyAnimeList');
}
