import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Helper, startHelper } from './helper.ts';

const HOST = '127.0.0.1';

interface InboxOptions {
  smtpPort: number;
  /** The port of the page and of maildev's REST API (`GET /email`). */
  webPort: number;
  /** maildev stores the mails in `mail/` of this folder. The mails stay there after a stop. */
  dataDir: string;
  /** Called when maildev exits without `stop`. */
  onExit?: (code: number | null) => void;
}

/**
 * Starts maildev, a mail server on loopback with a page that shows every mail to this machine. The caller
 * checks that the ports are free.
 */
export function startInbox({ smtpPort, webPort, dataDir, onExit }: InboxOptions): Helper {
  const directory = join(dataDir, 'mail');
  // The mails have codes and links that sign in, so other users of this machine must not read them.
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
  // In a separate process, because maildev exits its process at once on Ctrl-C.
  return startHelper({
    args: [
      // These options halve the memory at the cost of speed.
      ...['--optimize-for-size', '--max-semi-space-size=1'],
      join(import.meta.dirname, 'maildev.ts'),
      ...['--smtp', String(smtpPort), '--ip', HOST],
      ...['--web', String(webPort), '--web-ip', HOST],
      ...['--mail-directory', directory, '--silent'],
    ],
    // Hides deprecation warnings of maildev's SMTP library.
    env: { NODE_NO_WARNINGS: '1' },
    ...(onExit && { onExit }),
  });
}
