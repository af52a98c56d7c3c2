import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { IMPORT_UNPACKED_BYTES } from '@marquee/contracts/constants';
import type { ImportFailure } from '@marquee/contracts/imports';
import yauzl from 'yauzl';
import { UnreadableFile } from '../records.ts';
import { detectEncoding, readText } from './text.ts';
import { readSheets } from './workbook.ts';

/**
 * Maximum number of files. Exports of the supported services contain fewer than 100 files, plus one file per
 * list.
 */
const MOST_FILES = 5_000;

/** The files of an upload: the files of an archive, or the uploaded file alone. */
export interface Archive {
  readonly names: readonly string[];
  /** Returns the text of a file. Every call reads the file from its start. */
  text(name: string): AsyncIterable<string>;
}

export interface OpenArchive extends Archive {
  /**
   * Returns the percentage of the upload that has been read, 0 to 99. `size` is the size of a file that is
   * not an archive.
   */
  progress(size: number): number;
  close(): void;
}

const TOO_LARGE = 'The files in this archive are too large. Together they may have 200 MB.';
/** Thrown for what no reader can read, whatever is in it. */
export class ArchiveTooLarge extends UnreadableFile {
  constructor() {
    super(TOO_LARGE, 'too_large');
  }
}

const PROTECTED = 'This archive is protected by a password.';
const DAMAGED = 'This archive is damaged. Please download it again.';

interface Entries {
  zip: yauzl.ZipFile;
  entries: Map<string, yauzl.Entry>;
}

function listEntries(path: string): Promise<Entries> {
  return new Promise((resolve, reject) => {
    const damaged = (cause: unknown) => reject(new UnreadableFile(DAMAGED, 'unreadable_file', { cause }));
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) return damaged(error);
      const entries = new Map<string, yauzl.Entry>();
      let declared = 0;
      const refuse = (sentence: string, code: ImportFailure) => {
        zip.close();
        reject(new UnreadableFile(sentence, code));
      };
      zip.on('error', (cause) => {
        zip.close();
        damaged(cause);
      });
      zip.on('end', () => resolve({ zip, entries }));
      zip.on('entry', (entry: yauzl.Entry) => {
        if (entry.isEncrypted()) return refuse(PROTECTED, 'unreadable_file');
        declared += entry.uncompressedSize;
        if (entries.size >= MOST_FILES || declared > IMPORT_UNPACKED_BYTES)
          return refuse(TOO_LARGE, 'too_large');
        if (!entry.fileName.endsWith('/') && !/(^|\/)(__MACOSX|\.)/.test(entry.fileName))
          entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.readEntry();
    });
  });
}

const openEntry = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<AsyncIterable<Uint8Array>> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, readable) => (error ? reject(error) : resolve(readable)));
  });

/** Unpacks what `open` returns. Counts the unpacked bytes, because a declared size may be wrong. */
async function* unpack(
  open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  try {
    for await (const chunk of await open()) {
      unpacked += chunk.length;
      if (unpacked > IMPORT_UNPACKED_BYTES) throw new ArchiveTooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UnreadableFile
      ? error
      : new UnreadableFile(DAMAGED, 'unreadable_file', { cause: error });
  }
}

const ZIPS = [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')];
const GZIP = Buffer.from([0x1f, 0x8b]);

async function packingOf(path: string): Promise<'zip' | 'gzip' | null> {
  const file = await openFile(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (DOCUMENTS.some((mark) => buffer.equals(mark)))
      throw new UnreadableFile(SAVE_AS_CSV, 'unreadable_file');
    if (ZIPS.some((mark) => buffer.equals(mark))) return 'zip';
    return buffer.subarray(0, 2).equals(GZIP) ? 'gzip' : null;
  } finally {
    await file.close();
  }
}

/** Unpacks a single file, as MyAnimeList packs its export. */
async function* gunzip(path: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path);
  const unzip = createGunzip();
  source.on('error', (error) => unzip.destroy(error));
  try {
    yield* unpack(() => source.pipe(unzip));
  } finally {
    source.destroy();
  }
}

/** The file that every workbook of Excel has, and those of other documents that are archives too. */
const WORKBOOK = 'xl/workbook.xml';
const OTHER_DOCUMENTS = ['content.xml', 'Index/Document.iwa', 'word/document.xml'];
const SAVE_AS_CSV =
  'Marquee cannot read this kind of document. Open it, save the table as CSV (File, Save as), and upload that file.';
const DOCUMENTS = [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('%PDF')];

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/**
 * Opens an upload. Unzips archives in memory only.
 * @param name the name of the file on the member's device.
 * @throws UnreadableFile
 */
export async function openArchive(path: string, name: string): Promise<OpenArchive> {
  let done = 0;
  const counted = async function* (text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of text) {
      done += chunk.length;
      yield chunk;
    }
  };
  // The percentage is an estimate, because some readers read a file twice.
  const share = (total: number) => Math.min(99, Math.floor((100 * done) / Math.max(1, total)));
  const packing = await packingOf(path);
  if (packing !== 'zip') {
    const open = async () => (packing === 'gzip' ? gunzip(path) : createReadStream(path));
    return {
      names: [packing === 'gzip' ? name.replace(/\.gz$/i, '') : name],
      text: () => counted(readText(open)),
      progress: share,
      close: () => undefined,
    };
  }
  const { zip, entries } = await listEntries(path);
  if (entries.has(WORKBOOK) || OTHER_DOCUMENTS.some((entry) => entries.has(entry))) {
    zip.close();
    if (!entries.has(WORKBOOK)) throw new UnreadableFile(SAVE_AS_CSV, 'unreadable_file');
    const sheets = await readSheets(path, name);
    return {
      names: [...sheets.keys()],
      text: (sheet) => counted(readText(async () => bytesOf(sheets.get(sheet) ?? ''))),
      progress: () => share([...sheets.values()].reduce((sum, text) => sum + text.length, 0)),
      close: () => undefined,
    };
  }
  const encodings = new Map<string, Promise<string>>();
  const unpacked = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  return {
    names: [...entries.keys()],
    text(entryName) {
      const entry = entries.get(entryName);
      if (!entry) throw new UnreadableFile(DAMAGED, 'unreadable_file');
      const open = async () => unpack(() => openEntry(zip, entry));
      // Every reader reads a file from its start, but only the whole file shows its encoding.
      const encoding = encodings.get(entryName) ?? detectEncoding(open);
      encodings.set(entryName, encoding);
      return counted(readText(open, encoding));
    },
    progress: () => share(unpacked),
    close: () => zip.close(),
  };
}

/** Returns the file name of an entry without folders, in lower case. */
export const baseName = (name: string): string => (name.split(/[/\\]/).at(-1) ?? name).toLowerCase();
