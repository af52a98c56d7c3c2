// Parses the messages of a client to PostgreSQL:
// https://www.postgresql.org/docs/current/protocol-message-formats.html
const HEADER = 5;
const WRITES = /^\s*(?:INSERT|UPDATE|DELETE)\b/i;

/**
 * Creates a parser for one connection, to call with each chunk in order. The parser returns the number of
 * state changes in the chunk: commits, and writes outside of a transaction.
 */
export function readStateChanges(): (chunk: Buffer) => number {
  const statements = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  let isInTransaction = false;

  function countExecuted(sql: string): number {
    if (/^\s*(?:BEGIN|START TRANSACTION)\b/i.test(sql)) isInTransaction = true;
    else if (/^\s*ROLLBACK\s*;?\s*$/i.test(sql)) isInTransaction = false;
    else if (/^\s*COMMIT\b/i.test(sql)) {
      isInTransaction = false;
      return 1;
    } else if (!isInTransaction && WRITES.test(sql)) return 1;
    return 0;
  }

  function countMessage(type: string, body: Buffer): number {
    const [first = '', second = ''] = body.toString('utf8').split('\0');
    if (type === 'Q') return countExecuted(first);
    if (type === 'P') statements.set(first, second);
    // A Bind message contains the name of the portal, and then the name of the statement.
    return type === 'B' ? countExecuted(statements.get(second) ?? '') : 0;
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let count = 0;
    // The first message of a connection has no type.
    if (!isStarted && rest.length >= 4 && rest.length >= rest.readInt32BE(0)) {
      rest = rest.subarray(rest.readInt32BE(0));
      isStarted = true;
    }
    while (isStarted && rest.length >= HEADER && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      count += countMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(HEADER, end));
      rest = rest.subarray(end);
    }
    return count;
  };
}
