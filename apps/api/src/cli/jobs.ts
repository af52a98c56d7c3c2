// pnpm marquee jobs: shows the outbox and its dead letters, and replays dead letters and unprocessed webhooks. Uses
// DATABASE_URL when set, otherwise the database under DATA_DIR, whether `npm start` is running or not.
import { createOutboxWorkRepository, type OutboxWorkRepository } from '#src/jobs/outbox-work.repository.ts';
import { createWebhookReplayRepository } from '#src/jobs/webhook-replay.repository.ts';
import { type Command, print, printTable, say, type Tool, UsageError } from './command.ts';
import { withDatabase } from './tool.ts';

const ROWS_MAX = 200;

const withOutbox = (work: (outbox: OutboxWorkRepository) => Promise<number>): Promise<number> =>
  withDatabase({ say, poolSize: 1 }, (prisma) => work(createOutboxWorkRepository(prisma)));

const counts: Command = {
  help: 'number of rows per kind and state',
  run: () =>
    withOutbox(async (outbox) => {
      const rows = await outbox.counts();
      if (rows.length === 0) print('The outbox is empty');
      else
        printTable(
          ['kind', 'state', 'count'],
          rows.map((row) => [row.kind, row.state, row.count]),
        );
      return 0;
    }),
};

const list: Command = {
  help: 'rows that are waiting, or handed on to the queue and not done',
  run: () =>
    withOutbox(async (outbox) => {
      const rows = await outbox.listOpen(ROWS_MAX);
      if (rows.length === 0) print('No row is waiting or handed on');
      else
        printTable(
          ['id', 'kind', 'due', 'handed on', 'attempts', 'last error'],
          rows.map((row) => [row.id, row.kind, row.availableAt, row.handedAt, row.attempts, row.lastError]),
        );
      return 0;
    }),
};

const dead: Command = {
  help: 'dead letters with their last error',
  run: () =>
    withOutbox(async (outbox) => {
      const rows = await outbox.listDead(ROWS_MAX);
      if (rows.length === 0) print('No dead letters');
      else
        printTable(
          ['id', 'kind', 'created', 'dead since', 'attempts', 'last error'],
          rows.map((row) => [row.id, row.kind, row.createdAt, row.deadAt, row.attempts, row.lastError]),
        );
      return 0;
    }),
};

const replay: Command = {
  args: 'ID…|all',
  help: 'reset dead letters to waiting, with all attempts',
  writes: true,
  takes: [1, ROWS_MAX],
  run: async ({ args, isDryRun }) => {
    const all = args.length === 1 && args[0] === 'all';
    if (!all && args.some((id) => !/^[1-9]\d{0,9}$/.test(id)))
      throw new UsageError('pnpm marquee jobs replay takes ids of dead letters, or the word all');
    const ids = all ? null : args.map(Number);
    return withOutbox(async (outbox) => {
      const replayed = isDryRun ? await outbox.countDead(ids) : await outbox.replay(ids);
      const would = isDryRun ? 'would be reset' : 'reset';
      print(`${replayed} of ${all ? 'all' : args.length} dead letters ${would} to waiting`);
      return all || replayed === args.length ? 0 : 1;
    });
  },
};

const webhooks: Command = {
  help: 'queue stored webhooks again that are unprocessed and have no open job',
  writes: true,
  run: ({ isDryRun }) =>
    withDatabase({ say, poolSize: 1 }, async (prisma) => {
      const repository = createWebhookReplayRepository(prisma);
      const rows = await repository.listLost();
      for (const { source, id, type, receivedAt } of rows)
        print(`${source}  ${id}  ${type}  received ${receivedAt.toISOString()}`);
      if (!isDryRun) await repository.replayLost();
      print(`${rows.length} webhooks ${isDryRun ? 'would be queued' : 'queued'} again`);
      return 0;
    }),
};

export const tool: Tool = {
  name: 'pnpm marquee jobs',
  about: 'Shows the outbox, its dead letters and unprocessed webhooks, and replays them.',
  commands: { '': counts, counts, list, dead, replay, webhooks },
};
