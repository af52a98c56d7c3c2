/** Rows of one query. A piece of the file is one page, which takes this process a few milliseconds. */
export const PAGE = 250;

export const title = { select: { id: true, title: true, type: true, releaseYear: true } } as const;
export const listName = { select: { id: true, name: true } } as const;

/** An array of any length; a row may hold further pages. */
export type Pages = AsyncIterable<readonly object[]>;

/** Runs a query, for example in a queue. */
export type Read = <T>(query: () => Promise<T>) => Promise<T>;

/** Pages of rows in the order of a unique key. A row that is deleted between two pages does not end the reading. */
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

/** Builds `pages`, which reads one page after another through `read`. */
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
