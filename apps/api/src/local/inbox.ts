import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Helper, startHelper } from '#src/local/helper.ts';

const HOST = '127.0.0.1';

interface InboxOptions {
  smtpPort: number;
  /** The page, and maildev's REST (`GET /email`). */
  webPort: number;
  /** Where `mail/` keeps what arrived, over restarts too. */
  dataDir: string;
  /** Called when it ends by itself. */
  onExit?: (code: number | null) => void;
}

/**
 * maildev: a mail server that keeps everything it gets and shows it on a page, on loopback only. It is a process of
 * its own because it ends its process at Ctrl-C, whatever else that has to do. Ports are for the caller to check.
 */
export function startInbox({ smtpPort, webPort, dataDir, onExit }: InboxOptions): Helper {
  const directory = join(dataDir, 'mail');
  mkdirSync(directory, { recursive: true });
  const home = dirname(fileURLToPath(import.meta.resolve('maildev')));
  return startHelper({
    args: [
      join(home, 'bin', 'maildev'),
      ...['--smtp', String(smtpPort), '--ip', HOST],
      ...['--web', String(webPort), '--web-ip', HOST],
      ...['--mail-directory', directory, '--silent'],
    ],
    // Its SMTP library speaks of deprecations that are not ours.
    env: { NODE_NO_WARNINGS: '1' },
    ...(onExit && { onExit }),
  });
}
