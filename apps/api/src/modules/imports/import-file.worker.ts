// Reads an uploaded file in a process of its own, because a file can exhaust the memory or the time of its
// reader.
import { IMPORT_ENTRIES_MAX, IMPORT_LISTS_MAX } from '@marquee/contracts';
import { answerRequest } from '#src/core/in-worker.ts';
import { openArchive } from './files/archive.ts';
import type { NewRow } from './import-titles.repository.ts';
import { NO_COUNTS } from './imports.mapper.ts';
import { titleKey } from './matching/title-key.ts';
import type { ReadMessage, ReadRequest } from './read-file.ts';
import { READERS } from './readers/readers.ts';
import { Choices, type Entry, type ListRef, UnreadableFile } from './records.ts';

const BATCH = 1_000;
/**
 * Maximum number of providers, genres and filters in a file. A Marquee export contains a few
 * hundred.
 */
const CHOICES_MAX = 2_000;
const TOO_MANY = `This file has more than ${IMPORT_ENTRIES_MAX.toLocaleString('en')} entries.`;

/** The totals since the start of the file. */
class Reading {
  readonly #listAt = new Map<string, number>();
  readonly #lists: ListRef[] = [];
  readonly #choices: Choices = Choices.parse({});
  #choicesRead = 0;
  /** Number of entries since the start of the file, including unreadable entries and choices. */
  position = 0;
  entries = 0;
  #unreadable = 0;

  /** Counts an entry. Returns its row, or null for an entry without a row. */
  add(entry: Entry): NewRow | null {
    this.position++;
    if ('unreadable' in entry) this.#unreadable++;
    else if ('choices' in entry) {
      if (++this.#choicesRead > CHOICES_MAX) this.#unreadable++;
      else this.#addChoices(entry.choices);
    } else if (entry.fact === undefined) this.#indexOf(entry.list);
    else {
      const { hint, fact } = entry;
      const list = entry.list ? this.#indexOf(entry.list) : null;
      if (entry.list && list === null) this.#unreadable++;
      else {
        if (++this.entries > IMPORT_ENTRIES_MAX) throw new UnreadableFile(TOO_MANY, 'too_large');
        return { seq: this.position, key: titleKey(hint), hint, fact, list };
      }
    }
    return null;
  }

  /** Returns the index of the list, or null when the file has too many lists. */
  #indexOf({ type, name }: ListRef): number | null {
    const wanted: ListRef = { type, name: type === 'custom' ? name || 'Imported list' : '' };
    const key = `${type} ${wanted.name.toLocaleLowerCase('en')}`;
    const known = this.#listAt.get(key);
    if (known !== undefined) return known;
    if (this.#lists.length >= IMPORT_LISTS_MAX) return null;
    const at = this.#lists.push(wanted) - 1;
    this.#listAt.set(key, at);
    return at;
  }

  #addChoices({ services = [], genres = [], filters = [], account = {} }: Partial<Choices>): void {
    this.#choices.services.push(...services);
    this.#choices.genres.push(...genres);
    this.#choices.filters.push(...filters);
    Object.assign(this.#choices.account, account);
  }

  get update() {
    return {
      cursor: this.position,
      lists: this.#lists,
      choices: this.#choices,
      counts: { ...NO_COUNTS, entries: this.entries, unreadable: this.#unreadable },
    };
  }
}

/** Opens the file and yields its entries with the progress in percent. */
async function* entriesOf({ path, fileName, source, bytes }: ReadRequest) {
  const archive = await openArchive(path, fileName || 'upload');
  try {
    for await (const entry of READERS[source](archive)) yield { entry, progress: archive.progress(bytes) };
  } finally {
    archive.close();
  }
}

/**
 * Posts the entries that are not stored yet in batches. Before the first batch, reads the whole file once, so
 * that nothing of a file is stored that turns out to be damaged or too large.
 */
async function read(request: ReadRequest, post: (message: ReadMessage) => Promise<void>): Promise<void> {
  if (request.after === 0) {
    const whole = new Reading();
    for await (const { entry } of entriesOf(request)) whole.add(entry);
    await post({ kind: 'counted', entries: whole.entries });
  }
  const reading = new Reading();
  let rows: NewRow[] = [];
  for await (const { entry, progress } of entriesOf(request)) {
    const row = reading.add(entry);
    if (row === null || reading.position <= request.after) continue;
    rows.push(row);
    if (rows.length < BATCH) continue;
    await post({ kind: 'rows', rows, update: { ...reading.update, progress } });
    rows = [];
  }
  await post({ kind: 'last', rows, update: reading.update });
}

await answerRequest<ReadRequest, ReadMessage>(async (request, post) => {
  try {
    await read(request, post);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await post({ kind: 'refused', message: error.message, code: error.code });
  }
});
