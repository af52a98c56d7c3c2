import { RATING_MAX } from '@marquee/contracts';
import { dayOf } from '@marquee/contracts/days';
import type { HistoryCsvRepository, HistoryRow } from './history-csv.repository.ts';

export type HistoryFormat = 'letterboxd' | 'imdb';

const IMDB_ID = /^tt\d+$/;
const imdbId = ({ externalId }: HistoryRow): string => (IMDB_ID.test(externalId) ? externalId : '');

interface Layout {
  columns: string[];
  /** Returns null for a title that the other service cannot store. */
  toRecord(row: HistoryRow, ratedOn: string): (string | number)[] | null;
}

const LETTERBOXD_STARS = 5;
/** The lowest score of each service. A rating of 0 is written as this score. */
const LOWEST = { letterboxd: 0.5, imdb: 1 };

const LAYOUTS: Record<HistoryFormat, Layout> = {
  // The columns for letterboxd.com/import. Letterboxd stores films only.
  letterboxd: {
    columns: ['imdbID', 'Title', 'Year', 'Rating', 'WatchedDate', 'Rewatch', 'Tags'],
    toRecord: (row, ratedOn) =>
      row.type === 'movie'
        ? [
            imdbId(row),
            row.title,
            row.year ?? '',
            row.rating === null
              ? ''
              : Math.max(LOWEST.letterboxd, (row.rating / RATING_MAX) * LETTERBOXD_STARS),
            row.seenOn?.toISOString().slice(0, 10) ?? ratedOn,
            String((row.plays ?? 0) > 1),
            (row.tags ?? []).join(', '),
          ]
        : null,
  },
  // The columns of an export from IMDb, which other services read. This file contains ratings only.
  imdb: {
    columns: ['Const', 'Your Rating', 'Date Rated', 'Title', 'URL', 'Title Type', 'Year'],
    toRecord: (row, ratedOn) =>
      row.rating === null
        ? null
        : [
            imdbId(row),
            Math.max(LOWEST.imdb, row.rating),
            ratedOn,
            row.title,
            imdbId(row) && `https://www.imdb.com/title/${imdbId(row)}/`,
            row.type === 'movie' ? 'Movie' : 'TV Series',
            row.year ?? '',
          ],
  },
};

interface Dependencies {
  repos: {
    historyCsv: HistoryCsvRepository;
    accounts: { findTimeZone(userId: number): Promise<string | null> };
  };
}

/** Writes the ratings and views of a user in chunks, as CSV files that other services read, by the user's days. */
export const createHistoryCsvService = ({ repos }: Dependencies) => ({
  async *write(userId: number, format: HistoryFormat): AsyncGenerator<string> {
    const timeZone = await repos.accounts.findTimeZone(userId);
    const ratedOn = ({ ratedAt }: HistoryRow): string => (ratedAt ? dayOf(timeZone, ratedAt) : '');
    const { stringify } = await import('csv-stringify/sync');
    // `escape_formulas` prevents spreadsheets from running a title such as `=1+1` as a formula.
    const write = (records: (string | number)[][], bom = false): string =>
      stringify(records, { escape_formulas: true, bom });
    const { columns, toRecord } = LAYOUTS[format];
    // Excel reads a file without this mark in an old encoding, which turns é into Ã©.
    yield write([columns], true);
    for await (const rows of repos.historyCsv.pages(userId)) {
      const records = rows.map((row) => toRecord(row, ratedOn(row))).filter((record) => record !== null);
      if (records.length > 0) yield write(records);
    }
  },
});

export type HistoryCsvService = ReturnType<typeof createHistoryCsvService>;
