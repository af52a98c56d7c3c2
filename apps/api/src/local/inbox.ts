import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import MailDev from 'maildev';

const HOST = '127.0.0.1';
const READY_ATTEMPTS = 100;

interface Options {
  smtpPort: number;
  /** The web page, and maildev's REST (`GET /email`). */
  uiPort: number;
  /** Keeps mails over restarts; without it they go with the process. */
  directory?: string;
}

/** @throws Error that names the port, when something else listens on it. */
async function checkFree(port: number, name: string): Promise<void> {
  const probe = createServer();
  probe.listen(port, HOST);
  try {
    await once(probe, 'listening');
  } catch (cause) {
    throw new Error(`${name}: port ${port} is in use`, { cause });
  }
  probe.close();
  await once(probe, 'close');
}

/** Runs work and takes back the signal handlers it adds: maildev would end the whole process at Ctrl-C. */
function withoutSignalHandlers<T>(work: () => T): T {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  const result = work();
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!before.get(signal)?.includes(listener)) process.removeListener(signal, listener);
    }
  }
  return result;
}

/**
 * A mail server that keeps what it gets and shows it on a page, on loopback only. One per process.
 * @throws Error when a port is taken or the page does not come up.
 */
export async function startInbox({
  smtpPort,
  uiPort,
  directory,
}: Options): Promise<{ close(): Promise<void> }> {
  await checkFree(smtpPort, 'SMTP_PORT');
  await checkFree(uiPort, 'MAIL_UI_PORT');
  if (directory) await mkdir(directory, { recursive: true });
  const inbox = withoutSignalHandlers(
    () =>
      new MailDev({
        smtp: smtpPort,
        ip: HOST,
        web: uiPort,
        webIp: HOST,
        silent: true,
        ...(directory && { mailDirectory: directory }),
      }),
  );
  await new Promise<void>((resolve, reject) => {
    inbox.listen((error) => (error ? reject(error) : resolve()));
  });
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`http://${HOST}:${uiPort}/healthz`).catch(() => null);
    if (answer?.ok) break;
    if (attempt === READY_ATTEMPTS) throw new Error(`MAIL_UI_PORT: the inbox does not answer on ${uiPort}`);
    await sleep(50);
  }
  return {
    close: () =>
      new Promise<void>((resolve) => {
        inbox.close(() => resolve());
      }),
  };
}
