import { createSocket } from 'node:dgram';
import { afterAll } from 'vitest';

const HEADER_BYTES = 12;
const TYPE_A = 1;
/** Flags of a reply (RFC 1035): the name is known, it is not, or the server failed. */
const FLAGS = { found: 0x8180, missing: 0x8183, failed: 0x8182 };

/** Returns the name that a query asks for, and where its type stands. */
function readQuestion(query: Buffer): { name: string; typeAt: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), typeAt: at + 1 };
}

/**
 * Starts a name server on loopback that knows these names by their IPv4 address. It fails for those with null, and says of
 * all others that they do not exist. @returns its address, for `setServers`.
 */
export async function startNameServer(addresses: Record<string, string | null>): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address: sender }) => {
    const { name, typeAt } = readQuestion(query);
    const address = addresses[name];
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    const state = address === undefined ? 'missing' : 'found';
    header.writeUInt16BE(FLAGS[address === null ? 'failed' : state], 2);
    header.writeUInt16BE(1, 4);
    const question = query.subarray(HEADER_BYTES, typeAt + 4);
    const hasAddress = typeof address === 'string' && query.readUInt16BE(typeAt) === TYPE_A;
    header.writeUInt16BE(hasAddress ? 1 : 0, 6);
    // A pointer to the name in the question, type A, class IN, a lifetime of 0 and four bytes.
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4]);
    const answer = hasAddress ? [record, Buffer.from(address.split('.').map(Number))] : [];
    socket.send(Buffer.concat([header, question, ...answer]), port, sender);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  afterAll(() => new Promise<void>((done) => socket.close(() => done())));
  return `127.0.0.1:${socket.address().port}`;
}
