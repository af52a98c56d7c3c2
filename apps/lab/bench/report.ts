// Writes the tables of a benchmark into reports/lab. docs/performance.md keeps the few figures that decide something.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const reports = join(import.meta.dirname, '../../../reports/lab');

export const toMb = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

/** Returns a sentence with the day, the machine and the versions of a measurement. */
export const measuredOn = (): string =>
  `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${toMb(totalmem())} MB, Node ${process.version}`;

/** Writes `reports/lab/{part}.md` and says so. */
export function writeReport(part: string, content: string): void {
  mkdirSync(reports, { recursive: true });
  writeFileSync(join(reports, `${part}.md`), `${content}\n`);
  console.warn(`Written: reports/lab/${part}.md`);
}
