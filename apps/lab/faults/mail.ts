import { setTimeout as sleep } from 'node:timers/promises';
import type { TestSmtp } from '@marquee/api/test/smtp.ts';
import { createVerdict, type Fault } from './fault.ts';
import { awaitRecovery, expectNoRefusal, runUnderLoad } from './under-load.ts';

const LASTING_MS = { short: 1_000, full: 15_000 } as const;

const defineMailFault = (name: string, cause: string, manner: TestSmtp['manner']): Fault => ({
  name,
  cause,
  promise: 'no call fails, and every account gets its mail afterwards; a repeat has the same Message-ID',
  run: (world, size) =>
    runUnderLoad(world, async ({ tally }) => {
      const verdict = createVerdict();
      world.smtp.manner = manner;
      await sleep(LASTING_MS[size]);
      world.smtp.manner = 'accept';
      const recoveries = [await awaitRecovery(world)];
      expectNoRefusal(tally, verdict);
      return { recoveries, broken: verdict.broken };
    }),
});

export const mailFaults: readonly Fault[] = [
  defineMailFault('mail-refusing', 'the mail server answers 421 to every connection', 'refuse'),
  defineMailFault('mail-slow', 'the mail server takes a second for each reply', 'slow'),
  defineMailFault(
    'mail-closing-halfway',
    'the mail server closes the connection in the middle of each message',
    'drop-in-data',
  ),
  defineMailFault(
    'mail-reply-lost',
    'the mail server stores each message and closes the connection before its reply',
    'drop-after-data',
  ),
];
