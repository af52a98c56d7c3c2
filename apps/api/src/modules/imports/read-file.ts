import { appendFile } from 'node:fs/promises';
import { IMPORT_ENTRIES_MAX, IMPORT_LISTS_MAX, ImportSource } from '@marquee/contracts';
import { openArchive } from './files/archive.ts';
import type { NewRow } from './import-titles.repository.ts';
import { toCounts, toLists } from './imports.mapper.ts';
import type { ImportRow, ImportUpdate } from './imports.repository.ts';
import { titleKey } from './matching/title-key.ts';
import { READERS } from './readers/readers.ts';
import { Choices, type Entry, type ListRef, UnreadableFile } from './records.ts';
import { withTemporaryFile } from './upload.ts';
import type { WorkContext } from './work-context.ts';

const BATCH = 1_000;
/**
 * Maximum number of providers, genres and filters in a file. A Marquee export contains a few
 * hundred.
 */
const CHOICES_MAX = 2_000;
const TOO_MANY = `This file has more than ${IMPORT_ENTRIES_MAX.toLocaleString('en')} entries.`;

/** The entries since the last transaction, and the totals since the start of the file. */
class Reading {
  readonly #stored: number;
  readonly #lists: ListRef[];
  readonly #choices: Choices;
  #choicesRead = 0;
  rows: NewRow[] = [];
  /** Number of entries since the start of the file, including unreadable entries and choices. */
  position = 0;
  entries = 0;
  unreadable = 0;

  constructor(row: ImportRow) {
    this.#stored = row.cursor;
    this.#lists = toLists(row.lists);
    this.#choices = Choices.parse(row.choices ?? {});
    this.#choicesRead =
      this.#choices.services.length + this.#choices.genres.length + this.#choices.filters.length;
    const counts = toCounts(row.counts);
    this.entries = counts.entries;
    this.unreadable = counts.unreadable;
  }

  /** Adds an entry, unless an earlier job has stored the entry. */
  add(entry: Entry): void {
    if (++this.position <= this.#stored) return;
    if ('unreadable' in entry) this.unreadable++;
    else if ('choices' in entry) {
      if (++this.#choicesRead > CHOICES_MAX) this.unreadable++;
      else this.#addChoices(entry.choices);
    } else if (entry.fact === undefined) this.#indexOf(entry.list);
    else {
      const { hint, fact } = entry;
      const list = entry.list ? this.#indexOf(entry.list) : null;
      if (entry.list && list === null) this.unreadable++;
      else {
        this.entries++;
        this.rows.push({ seq: this.position, key: titleKey(hint), hint, fact, list });
      }
    }
    if (this.entries > IMPORT_ENTRIES_MAX) throw new UnreadableFile(TOO_MANY);
  }

  /** Returns the index of the list, or null when the file has too many lists. */
  #indexOf({ type, name }: ListRef): number | null {
    const wanted: ListRef = { type, name: type === 'custom' ? name || 'Imported list' : '' };
    const fold = wanted.name.toLocaleLowerCase('en');
    const at = this.#lists.findIndex(
      (list) => list.type === type && list.name.toLocaleLowerCase('en') === fold,
    );
    if (at >= 0) return at;
    return this.#lists.length >= IMPORT_LISTS_MAX ? null : this.#lists.push(wanted) - 1;
  }

  #addChoices({ services = [], genres = [], filters = [], account = {} }: Partial<Choices>): void {
    this.#choices.services.push(...services);
    this.#choices.genres.push(...genres);
    this.#choices.filters.push(...filters);
    Object.assign(this.#choices.account, account);
  }

  get update(): ImportUpdate {
    return {
      cursor: this.position,
      lists: this.#lists,
      choices: this.#choices,
      counts: { ...toCounts(null), entries: this.entries, unreadable: this.unreadable },
    };
  }
}

/**
 * Reads the file and stores its entries in batches. Each job reads from the start and skips stored entries,
 * because a position inside an archive cannot be stored.
 */
export async function readFilePieces(context: WorkContext, row: ImportRow, until: number): Promise<void> {
  await withTemporaryFile(async (path) => {
    const size = await writeParts(context, row, path);
    const archive = await openArchive(path, row.fileName || 'upload');
    const reading = new Reading(row);
    let step = row.step;
    const store = async (update: ImportUpdate, isLast: boolean): Promise<void> => {
      const rows = reading.rows;
      reading.rows = [];
      await context.withTransaction(async (tx) => {
        await tx.imports.lock({ ...row, step });
        if (rows.length > 0) await tx.importTitles.addRows(row, rows);
        if (isLast) {
          await tx.importTitles.groupTitles(row);
          await tx.imports.deleteParts(row.userId, row.id);
        }
        await tx.imports.advance({ ...row, step }, { ...reading.update, ...update });
      });
      step++;
    };
    try {
      const entries = READERS[ImportSource.parse(row.source)](archive);
      for await (const entry of entries) {
        reading.add(entry);
        if (reading.rows.length < BATCH) continue;
        await store({ progress: archive.progress(size) }, false);
        if (Date.now() >= until) return;
      }
      await store({ state: 'matching', phase: '', cursor: 0, progress: 0 }, true);
    } finally {
      archive.close();
    }
  });
}

async function writeParts({ repos }: WorkContext, { userId, id }: ImportRow, path: string): Promise<number> {
  let size = 0;
  for (let part = 0; ; part++) {
    const bytes = await repos.imports.findPart(userId, id, part);
    if (bytes === null) return size;
    await appendFile(path, bytes, { mode: 0o600 });
    size += bytes.length;
  }
}
