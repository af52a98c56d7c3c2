import pg from 'pg';

/** A statement with a name, which PostgreSQL plans once per connection. */
interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Runs a named statement and returns its rows. */
export type RunNamed = <Row extends pg.QueryResultRow>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Types of PostgreSQL: smallint[] and integer[]. */
const INTEGERS = new Set([1005, 1007]);
const COMMA = 0x2c;
const CLOSE = 0x7d;
const ZERO = 0x30;

/** Parses an array of numbers from 0, such as `{1,20}`, without a string for each number. */
export function parseIntegers(text: string): number[] {
  const numbers: number[] = [];
  if (text === '{}') return numbers;
  let number = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE) {
      numbers.push(number);
      number = 0;
    } else number = 10 * number + code - ZERO;
  }
  return numbers;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (INTEGERS.has(oid) ? parseIntegers : pg.types.getTypeParser(oid, format)),
};

/**
 * Uses the connections of the application, for a rating and for the rows that the next page of its user needs: Prisma
 * takes twice the time.
 */
export const createRunNamed =
  (pool: pg.Pool): RunNamed =>
  async ({ name, text }, values) =>
    (await pool.query({ name, text, values: [...values], types })).rows;
