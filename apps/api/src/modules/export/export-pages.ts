/** Number of rows per query. The export writes each page as one chunk, which takes a few milliseconds of the thread. */
export const PAGE = 100;

export const title = { select: { id: true, title: true, type: true, releaseYear: true } } as const;
export const listName = { select: { id: true, name: true } } as const;

/** An array of any length, read page by page. A field of a row can contain further `Pages`. */
export type Pages = AsyncIterable<readonly object[]>;

/** Runs a query, either directly or through a queue. */
export type Read = <T>(query: () => Promise<T>) => Promise<T>;

/**
 * Reads rows page by page in the order of a unique key. If a row is deleted between two pages, reading continues with
 * the next key.
 */
async function* byKey<Row extends object>(
  read: (after: Row | undefined) => Promise<Row[]>,
  show: (row: Row) => object = (row) => row,
): AsyncGenerator<readonly object[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows.map(show);
    if (rows.length < PAGE) return;
    after = rows.at(-1);
  }
}

/** Returns a function that makes `Pages` from a query. All queries run through `read`. */
export const createPages =
  (read: Read) =>
  <Row extends object>(
    query: (after: Row | undefined) => Promise<Row[]>,
    show?: (row: Row) => object,
  ): Pages =>
    byKey((after: Row | undefined) => read(() => query(after)), show);

export type MakePages = ReturnType<typeof createPages>;

export type ById = { id: number } | undefined;
export type ByTitle = { medium: { id: number } } | undefined;

export const before = (row: ById) => (row ? { id: { lt: row.id } } : {});
export const behind = (row: ById) => (row ? { id: { gt: row.id } } : {});
export const behindTitle = (row: ByTitle) => (row ? { mediumId: { gt: row.medium.id } } : {});
