// A push service on loopback, which decrypts what it receives (RFC 8188 and 8291) and checks who signed it (RFC 8292).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A browser that takes pushes: its keys, and the address at the service. */
export function createBrowser(origin: string) {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys();
  const auth = randomBytes(16);
  const path = `/send/${randomBytes(8).toString('hex')}`;
  return {
    path,
    subscription: {
      endpoint: origin + path,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** Decrypts a body in the encoding aes128gcm with one record. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const keyLength = body[20] ?? 0;
      const sender = body.subarray(21, 21 + keyLength);
      const record = body.subarray(21 + keyLength);
      const shared = pair.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
      const secret = hkdfSync('sha256', shared, auth, info, 32);
      const key = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last record ends with 2, and zeros may follow.
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

/** Returns what the token of an `Authorization` header of the scheme `vapid` says. @throws when the signature is wrong. */
export function readVapid(header: string): {
  claims: { aud: string; sub: string; exp: number };
  key: string;
} {
  const { t = '', k = '' } = Object.fromEntries(
    header
      .replace(/^vapid /, '')
      .split(/,\s*/)
      .map((part) => part.split(/=(.*)/s).slice(0, 2)),
  );
  const [head = '', body = '', signature = ''] = t.split('.');
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${body}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the push is not signed with its key');
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()), key: k };
}

interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Starts the service. `answer` chooses the status by path, 201 by default, and `drip` a path that never answers completely. */
export async function startPushService() {
  const received: Received[] = [];
  const statuses = new Map<string, { status: number; location?: string }>();
  const dripping = new Set<string>();
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      if (dripping.has(path)) {
        request.socket.write('HTTP/1.1 201 Created\r\n');
        const drops = setInterval(() => request.socket.write('x-drop: 1\r\n'), 20);
        request.socket.on('error', () => undefined).on('close', () => clearInterval(drops));
        return;
      }
      const { status, location } = statuses.get(path) ?? { status: 201 };
      reply.writeHead(status, location === undefined ? {} : { location }).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => new Promise((done) => server.close(done)));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    drip: (path: string) => dripping.add(path),
    answer: (path: string, status: number, location?: string) =>
      statuses.set(path, { status, ...(location !== undefined && { location }) }),
  };
}

/** Keys of a server, as `pnpm marquee push keys` makes them. */
export function makeVapidKeys(): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
  for (;;) {
    const pair = createECDH('prime256v1');
    const VAPID_PUBLIC_KEY = pair.generateKeys('base64url');
    const VAPID_PRIVATE_KEY = pair.getPrivateKey('base64url');
    if (VAPID_PRIVATE_KEY.length === 43) return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
  }
}
