// Writes tables of measured figures into the documents.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');

export const toMb = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

/** Returns a sentence with the day, the machine and the versions of a measurement. */
export const measuredOn = (): string =>
  `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${toMb(totalmem())} MB, Node ${process.version}`;

/** Replaces the text between two markers of a part in a page of docs/. */
export function writeReport(part: string, content: string, page = 'performance-figures.md'): void {
  const file = join(docs, page);
  const marked = new RegExp(`(<!-- ${part}:start -->)[\\s\\S]*(<!-- ${part}:end -->)`);
  const text = readFileSync(file, 'utf8');
  if (!marked.test(text)) throw new Error(`docs/${page} has no part ${part}`);
  writeFileSync(
    file,
    text.replace(marked, (_all, start: string, end: string) => `${start}\n${content}\n${end}`),
  );
}
