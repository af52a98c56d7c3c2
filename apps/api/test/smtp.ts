// A mail server for tests that can simulate failures.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

export interface ReceivedMail {
  to: string[];
  headers: Map<string, string>;
  /** Headers and body as received. */
  raw: string;
  messageId: string;
}

/** The server's reaction to a message. `refuse` applies to every connection, `slow` to every command. */
type Manner =
  | 'accept'
  | 'refuse'
  | 'slow'
  | 'refuse-recipient'
  | 'drop-in-data'
  | 'drop-after-data'
  | 'hang-after-data';

/** The delay of each reply in the manner `slow`. */
const SLOW_MS = 1_000;

export interface TestSmtp {
  port: number;
  url: string;
  mails: ReceivedMail[];
  manner: Manner;
  /** Closes every connection and stops listening. Received messages stay. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
}

function parse(to: string[], raw: string): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n');
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  return { to, headers, raw, messageId: headers.get('message-id') ?? '' };
}

const addressOf = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

export async function startSmtp(): Promise<TestSmtp> {
  const sockets = new Set<Socket>();
  const mails: ReceivedMail[] = [];
  let server: Server | undefined;

  const converse = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Some tests disconnect during a message.
    socket.on('error', () => undefined);
    const say = (line: string): void => {
      const write = () => void (socket.writable && socket.write(`${line}\r\n`));
      if (smtp.manner === 'slow') setTimeout(write, SLOW_MS);
      else write();
    };
    if (smtp.manner === 'refuse') {
      socket.end('421 not now\r\n');
      return;
    }
    let to: string[] = [];
    let buffer = '';
    let inData = false;
    const take = (line: string): void => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') say('250 test');
      else if (verb === 'RCPT' && smtp.manner === 'refuse-recipient')
        say(`550 no such person <${addressOf(line)}>`);
      else if (verb === 'RCPT') {
        to.push(addressOf(line));
        say('250 ok');
      } else if (verb === 'DATA') {
        inData = true;
        say('354 go on');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else {
        if (verb === 'RSET' || verb === 'MAIL') to = [];
        say('250 ok');
      }
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      buffer += chunk;
      for (;;) {
        if (inData && smtp.manner === 'drop-in-data') return void socket.destroy();
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (!inData) {
          take(text);
          continue;
        }
        inData = false;
        mails.push(parse(to, text));
        to = [];
        if (smtp.manner === 'drop-after-data') socket.destroy();
        else if (smtp.manner !== 'hang-after-data') say('250 kept');
      }
    });
    say('220 test');
  };

  const smtp: TestSmtp = {
    port: 0,
    url: '',
    mails,
    manner: 'accept',
    async stop() {
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      server = undefined;
    },
    async start() {
      server = createServer(converse);
      server.listen(smtp.port, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port on loopback');
      smtp.port = address.port;
      smtp.url = `smtp://127.0.0.1:${address.port}`;
    },
  };
  await smtp.start();
  return smtp;
}
