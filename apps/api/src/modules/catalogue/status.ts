import type { CatalogueStatus } from './status.repository.ts';

const HOUR_MS = 3_600_000;

function age(date: Date | null, now: Date): string {
  if (date === null) return 'never';
  const hours = Math.floor((now.getTime() - date.getTime()) / HOUR_MS);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** Formats a table with aligned columns. The first row contains the headings. */
function table(title: string, rows: readonly (readonly (string | number)[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => String(row[at] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => String(cell).padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${title}\n${rows.length > 1 ? lines.map((line) => `  ${line}\n`).join('') : '  none\n'}\n`;
}

/** Formats the figures as plain text, for the terminal and for the operator page. */
export const writeStatus = ({ titles, offers, syncs, reports }: CatalogueStatus, now: Date): string =>
  [
    table('Titles', [
      ['source', 'listed', 'delisted'],
      ...titles.map(({ source, listed, delisted }) => [source, listed, delisted]),
    ]),
    table('Offers', [
      ['country', 'service', 'from', 'offers', 'oldest check', 'newest check'],
      ...offers.map((row) => [
        row.country,
        row.provider,
        row.origin,
        row.offers,
        age(row.oldest, now),
        age(row.newest, now),
      ]),
    ]),
    table('Sources', [
      ['source', 'country', 'phase', 'finished', 'full run', 'failure'],
      ...syncs.map((row) => [
        row.source,
        row.country,
        row.phase,
        age(row.finishedAt, now),
        age(row.fullAt, now),
        row.failure ?? '-',
      ]),
    ]),
    table('Reports of wrong offers', [
      ['reports', 'latest', 'country', 'service', 'title', 'address'],
      ...reports.map((row) => [
        row.reports,
        age(row.latest, now),
        row.country,
        row.provider,
        row.title,
        row.url,
      ]),
    ]),
  ].join('');
