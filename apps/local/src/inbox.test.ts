import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Helper } from './helper.ts';
import { startInbox } from './inbox.ts';
import { findFreePort } from './ports.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'marquee-inbox-'));
let inbox: Helper;
let webPort: number;

/** Sends a request over a raw socket, because `fetch` sets `Host` and `Origin` itself. Returns the whole reply. */
async function ask(path: string, ...headers: string[]): Promise<string> {
  const socket = connect(webPort, '127.0.0.1').setEncoding('utf8');
  socket.write([`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
  let reply = '';
  socket.on('data', (text) => {
    reply += text;
    // A web socket stays open after the reply.
    if (reply.startsWith('HTTP/1.1 101')) socket.end();
  });
  await once(socket, 'close');
  return reply;
}

const LOCAL = 'Host: 127.0.0.1:1080';
const CLOSE = 'Connection: close';

beforeAll(async () => {
  // An earlier version made this folder readable for everybody.
  mkdirSync(join(dataDir, 'mail'), { mode: 0o755 });
  const smtpPort = await findFreePort();
  webPort = await findFreePort();
  inbox = startInbox({ smtpPort, webPort, dataDir });
  const isUp = () =>
    fetch(`http://127.0.0.1:${webPort}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await sleep(50);
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort });
  await transport.sendMail({
    from: 'hello@marquee.example',
    to: 'ada@example.com',
    subject: 'Code 123456',
    text: '123456',
  });
});

afterAll(async () => {
  await inbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the mail inbox', () => {
  it('shows its page and its mails to this machine, and lets no website read them', async () => {
    for (const path of ['/', '/email']) {
      const reply = await ask(path, LOCAL, CLOSE, 'Origin: http://127.0.0.1:3000');
      expect(reply).toMatch(/^HTTP\/1\.1 200 /);
      expect(reply).not.toMatch(/access-control-allow-origin/i);
    }
    expect(await ask('/email', LOCAL, CLOSE)).toContain('Code 123456');
  });

  it.each([
    ['a foreign Host', 'Host: evil.example:1080'],
    ['a foreign Origin', LOCAL, 'Origin: https://evil.example'],
  ])('refuses requests with %s', async (_case, ...headers) => {
    for (const path of ['/', '/email', '/socket.io/?EIO=4&transport=polling']) {
      const reply = await ask(path, CLOSE, ...headers);
      expect(reply, path).toMatch(/^HTTP\/1\.1 403 /);
      expect(reply, path).not.toContain('Code 123456');
    }
  });

  it('opens its web socket for its own page only, because every mail goes over it', async () => {
    const openFrom = (...headers: string[]) =>
      ask(
        '/socket.io/?EIO=4&transport=websocket',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      );
    expect(await openFrom(LOCAL, 'Origin: http://127.0.0.1:1080')).toMatch(/^HTTP\/1\.1 101 /);
    expect(await openFrom(LOCAL, 'Origin: https://evil.example')).toBe('');
    expect(await openFrom('Host: evil.example')).toBe('');
  });

  it('keeps its mails in a folder that only this user may open', () => {
    expect(statSync(join(dataDir, 'mail')).mode & 0o777).toBe(0o700);
  });
});
