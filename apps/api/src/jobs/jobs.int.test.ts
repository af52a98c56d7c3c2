import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDeps, type Deps } from '#src/deps.ts';
import { childEnv } from '#src/env.ts';
import { testEnv } from '../../test/app.ts';
import { freshDatabaseUrl, testRedisUrl } from '../../test/database.ts';
import { createUser } from '../../test/factories.ts';
import { startProxy, type TestProxy } from '../../test/proxy.ts';
import { testSecrets } from '../../test/secrets.ts';
import { startSmtp, type TestSmtp } from '../../test/smtp.ts';
import { waitFor } from '../../test/wait-for.ts';
import { createJobQueue, type QueueTiming } from './queue.ts';
import { startJobs } from './start.ts';

/** More than two batches of a relay, so that three relays have work. */
const WELCOMED = 410;
const TIMING = { firstBackoffMs: 50, lockMs: 1_000 };
const redisUrl = testRedisUrl();

for (const backend of ['PostgreSQL', 'Redis'] as const) {
  describe.skipIf(backend === 'Redis' && redisUrl === null)(`jobs over ${backend}`, () => {
    let smtp: TestSmtp;
    let deps: Deps;
    let proxy: TestProxy;
    const logged: string[] = [];
    const open: { close(): Promise<void> }[] = [];

    const start = async (timing: QueueTiming = TIMING) => {
      const jobs = await startJobs(deps, timing);
      open.push(jobs);
      return jobs;
    };
    const rowsOf = (userId: number) =>
      deps.prisma.outboxMessage.findMany({ where: { userId }, orderBy: { id: 'asc' } });
    const mailsTo = (address: string) => smtp.mails.filter((mail) => mail.to.includes(address));
    const idsOf = (address: string) => new Set(mailsTo(address).map((mail) => mail.messageId));
    const welcome = async () => {
      const user = await createUser(deps.prisma);
      await deps.repos.outbox.add({ kind: 'welcome', userId: user.id, payload: {} });
      return user;
    };
    const done = (userId: number) => async () => (await rowsOf(userId))[0]?.doneAt;

    beforeAll(async () => {
      smtp = await startSmtp();
      // The queue connects through a proxy, so that a test can cut the connection.
      const databaseUrl = new URL(await freshDatabaseUrl());
      const queueUrl = backend === 'Redis' ? new URL(redisUrl ?? '') : databaseUrl;
      proxy = await startProxy(Number(queueUrl.port));
      queueUrl.port = String(proxy.port);
      queueUrl.hostname = '127.0.0.1';
      const env = await testEnv({
        DATABASE_URL: databaseUrl.href,
        SMTP_URL: smtp.url,
        REDIS_URL: backend === 'Redis' ? queueUrl.href : null,
      });
      const sink = { write: (line: string) => void logged.push(line) };
      deps = await createDeps(env, pino({ level: 'info' }, sink));
    });

    afterEach(async () => {
      for (const jobs of open.splice(0)) await jobs.close();
      smtp.manner = 'accept';
      logged.length = 0;
    });

    afterAll(async () => {
      await deps.close();
      await proxy.stop();
      await smtp.stop();
    });

    test('the worker sends the mail of a new outbox row and deletes the payload of the row', async () => {
      await start();
      const user = await createUser(deps.prisma);
      await deps.repos.outbox.add({ kind: 'password_changed', userId: user.id, payload: {} });
      const mail = await waitFor('the mail', () => mailsTo(user.email)[0]);
      expect(mail.headers.get('subject')).toMatch(/password/i);
      await waitFor('the row', done(user.id));
      expect((await rowsOf(user.id))[0]).toMatchObject({ payload: {}, attempts: 1, lastError: null });
      expect(logged.join('')).not.toContain(user.email);
    });

    test('a worker that starts handles the rows written while no worker was running', async () => {
      const user = await welcome();
      await start();
      await waitFor('the mail', () => mailsTo(user.email)[0]);
    });

    test('a row is not handled before its availableAt', async () => {
      await start();
      const user = await createUser(deps.prisma);
      const availableAt = new Date(Date.now() + 1_000);
      await deps.repos.outbox.add({ kind: 'welcome', userId: user.id, payload: {}, availableAt });
      await waitFor('the mail', () => mailsTo(user.email)[0]);
      expect(Date.now()).toBeGreaterThanOrEqual(availableAt.getTime());
    });

    test('the worker sends a mail later when the mail server was unreachable', async () => {
      await start();
      await smtp.stop();
      const user = await welcome();
      const failed = await waitFor('two attempts', async () =>
        (await rowsOf(user.id)).find((row) => row.attempts >= 2 && row.lastError),
      );
      expect(failed.deadAt).toBeNull();
      await smtp.start();
      await waitFor('the row', done(user.id));
      expect(mailsTo(user.email)).toHaveLength(1);
      expect(logged.join('')).not.toContain(user.email);
    });

    test('a retry after a lost SMTP reply has the same Message-ID', async () => {
      await start();
      smtp.manner = 'drop-after-data';
      const user = await welcome();
      await waitFor('the first', () => mailsTo(user.email)[0]);
      smtp.manner = 'accept';
      await waitFor('the row', done(user.id));
      expect(mailsTo(user.email).length).toBeGreaterThan(1);
      expect(idsOf(user.email).size).toBe(1);
      expect([...idsOf(user.email)][0]).toMatch(/^<welcome\.\d+\.[a-z0-9]+@marquee\.example>$/);
    });

    test('a row whose mail is refused permanently becomes a dead letter, and a replay sends the mail', async () => {
      await start();
      smtp.manner = 'refuse-recipient';
      const user = await welcome();
      const dead = await waitFor('the dead letter', async () =>
        (await deps.repos.outboxWork.listDead(100)).find((row) => row.kind === 'welcome'),
      );
      expect(dead).toMatchObject({
        attempts: 1,
        lastError: 'PermanentFailure: The mail server refused it with 550',
      });
      smtp.manner = 'accept';
      expect(await deps.repos.outboxWork.replay([dead.id])).toBe(1);
      expect(await deps.repos.outboxWork.replay([dead.id])).toBe(0);
      await waitFor('the row', done(user.id));
      expect(mailsTo(user.email)).toHaveLength(1);
      expect(await deps.repos.outboxWork.listDead(100)).toEqual([]);
    });

    test('a row of an unknown kind is completed, and an invalid payload makes a dead letter', async () => {
      await start();
      const user = await createUser(deps.prisma);
      const secret = 'to-be-kept-out-of-logs';
      await deps.prisma.outboxMessage.createMany({
        data: [
          { kind: 'from_the_future', userId: user.id, payload: { secret } },
          { kind: 'invitation', userId: user.id, payload: { shareId: secret } },
        ],
      });
      const [unknown, unfit] = await waitFor('both', async () => {
        const rows = await rowsOf(user.id);
        return rows.every((row) => row.doneAt ?? row.deadAt) && rows;
      });
      expect(unknown?.doneAt).not.toBeNull();
      expect(unfit).toMatchObject({
        doneAt: null,
        lastError: 'PermanentFailure: The payload does not fit its kind at: shareId',
      });
      expect(logged.join('')).toContain('unknown kind of job');
      expect(logged.join('')).not.toContain(secret);
    });

    test('a dead letter is on the job board although the process ended before it told the queue', async () => {
      const { id, kind } = await deps.prisma.outboxMessage.create({
        data: {
          kind: 'stripe_event',
          payload: {},
          deadAt: new Date(),
          handedAt: new Date(),
          lastError: 'buried',
        },
      });
      const queue = await createJobQueue(deps.env, deps.log, TIMING);
      await queue.add([{ id, kind, replays: 0 }]);
      await start();
      const board = await deps.queueView.queue();
      const failed = await waitFor('the board', async () =>
        (await board.getFailed()).find((job) => job.id === `outbox-${id}`),
      );
      expect(failed.failedReason).toBe('buried');
      await queue.close();
    });

    test('a dedupe key allows a second row only after the relay has queued the first row', async () => {
      const user = await createUser(deps.prisma);
      const dedupeKey = `welcome:${user.id}`;
      const message = { kind: 'welcome', userId: user.id, payload: {}, dedupeKey } as const;
      await Promise.all(Array.from({ length: 5 }, () => deps.repos.outbox.add(message)));
      expect(await rowsOf(user.id)).toHaveLength(1);
      await start();
      await waitFor('the first', () => mailsTo(user.email)[0]);
      await deps.repos.outbox.add(message);
      await waitFor('the second', () => mailsTo(user.email)[1]);
    });

    test('close() of a worker aborts the signal of running jobs and waits until these jobs have ended', async () => {
      const queue = await createJobQueue(deps.env, deps.log, TIMING);
      let ended = false;
      const begun = Promise.withResolvers<void>();
      const worker = await queue.work(async (_ticket, signal) => {
        begun.resolve();
        await once(signal, 'abort');
        await sleep(100);
        ended = true;
      });
      await queue.add([{ id: 1_000_000, kind: 'welcome', replays: 0 }]);
      await begun.promise;
      await worker.close();
      expect(ended).toBe(true);
      await queue.close();
    });

    test('a payment and a password reset go before a hundred imports and mails about lists that were queued earlier', async () => {
      const queue = await createJobQueue(deps.env, deps.log, TIMING);
      const FIRST = 2_000_000;
      const patient = Array.from({ length: 100 }, (_, at) => ({
        id: FIRST + at,
        kind: at % 2 ? 'import_work' : 'list_changed',
        replays: 0,
      }));
      const reset = { id: FIRST + 100, kind: 'password_reset', replays: 0 };
      const payment = { id: FIRST + 101, kind: 'stripe_event', replays: 0 };
      await queue.add(patient);
      await queue.add([reset, payment]);
      const begun: number[] = [];
      const worker = await queue.work(async (ticket) => {
        if ('outboxId' in ticket && ticket.outboxId >= FIRST) begun.push(ticket.outboxId);
      });
      await waitFor('all jobs', () => begun.length > 101);
      expect(begun.slice(0, 2)).toEqual([payment.id, reset.id]);
      await worker.close();
      await queue.close();
    });

    test('another worker completes the job of a killed worker with the same Message-ID', async () => {
      smtp.manner = 'hang-after-data';
      const child = fork(join(import.meta.dirname, '../../test/worker-process.ts'), {
        env: childEnv({
          ...testSecrets,
          DATABASE_URL: deps.env.DATABASE_URL,
          SMTP_URL: smtp.url,
          REDIS_URL: deps.env.REDIS_URL ?? '',
        }),
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      try {
        await once(child, 'message');
        const user = await welcome();
        await waitFor('the first', () => mailsTo(user.email)[0]);
        child.kill('SIGKILL');
        await once(child, 'exit');
        smtp.manner = 'accept';
        await start();
        await waitFor('the row', done(user.id));
        expect(mailsTo(user.email)).toHaveLength(2);
        expect(idsOf(user.email).size).toBe(1);
      } finally {
        child.kill('SIGKILL');
      }
    });

    test('a row that was deleted with its user does not stop later jobs', async () => {
      const user = await welcome();
      await deps.prisma.user.delete({ where: { id: user.id } });
      await start();
      const other = await welcome();
      await waitFor('the other mail', () => mailsTo(other.email)[0]);
      expect(mailsTo(user.email)).toEqual([]);
    });

    test(`the worker reconnects after an outage of ${backend} and loses no message`, async () => {
      await start();
      const before = await welcome();
      await waitFor('the mail before', () => mailsTo(before.email)[0]);
      const users = await Promise.all(Array.from({ length: 20 }, () => createUser(deps.prisma)));
      await proxy.stop();
      // The loop writes rows to PostgreSQL, so PostgreSQL must be back before the loop ends. An outage of
      // Redis does not stop the writes.
      if (backend === 'PostgreSQL') setTimeout(() => void proxy.start(), 1_500);
      for (const { id: userId } of users) {
        const write = () => deps.repos.outbox.add({ kind: 'welcome', userId, payload: {} });
        await waitFor('the write', () =>
          write().then(
            () => true,
            () => false,
          ),
        );
      }
      if (backend === 'Redis') {
        await sleep(1_500);
        expect(users.flatMap((user) => mailsTo(user.email))).toEqual([]);
        await proxy.start();
      }
      await waitFor('all mails', () => users.every((user) => mailsTo(user.email).length > 0));
      expect(users.every((user) => mailsTo(user.email).length === 1)).toBe(true);
    });

    if (backend === 'Redis') {
      test('a process starts and stops while Redis is unreachable', async () => {
        await proxy.stop();
        const user = await welcome();
        const jobs = await start();
        await sleep(500);
        await jobs.close();
        await proxy.start();
        await start();
        await waitFor('the mail', () => mailsTo(user.email)[0]);
      });

      test('a new process queues the open messages again after Redis lost its data', async () => {
        await smtp.stop();
        const jobs = await start();
        const user = await welcome();
        await waitFor('an attempt', async () => (await rowsOf(user.id))[0]?.lastError);
        await jobs.close();
        const redis = new Redis(deps.env.REDIS_URL ?? '');
        await redis.flushdb();
        redis.disconnect();
        await smtp.start();
        await start();
        await waitFor('the mail', () => mailsTo(user.email)[0]);
      });

      test('a running worker queues open messages and sets schedules again after Redis lost its data', async () => {
        await start();
        const redis = new Redis(deps.env.REDIS_URL ?? '');
        const countSchedules = () => redis.zcard('bull:marquee:repeat');
        const before = await waitFor('the schedules', countSchedules);
        await smtp.stop();
        const user = await welcome();
        await waitFor('an attempt', async () => (await rowsOf(user.id))[0]?.lastError);
        await redis.flushdb();
        await smtp.start();
        await waitFor('the mail', () => mailsTo(user.email)[0]);
        const isWhole = async () => (await countSchedules()) === before;
        await waitFor('the schedules to be set again', isWhole);
        redis.disconnect();
      });
    }

    test('several relays and workers handle every row exactly once', async () => {
      const user = await createUser(deps.prisma);
      const message = { kind: 'welcome', userId: user.id, payload: {} } as const;
      await deps.repos.outbox.add(...Array.from({ length: WELCOMED }, () => message));
      // With the real lock. On a busy machine the workers renew a lock of one second too late, and the queue
      // then rightly gives their jobs to other workers. This test is the last one, because workers with the real lock
      // may keep later ones from looking for stalled jobs for 30 s.
      const timing = { firstBackoffMs: TIMING.firstBackoffMs };
      await Promise.all([start(timing), start(timing), start(timing)]);
      await waitFor('all of them', async () => (await rowsOf(user.id)).every((row) => row.doneAt));
      expect(mailsTo(user.email)).toHaveLength(WELCOMED);
      expect(idsOf(user.email).size).toBe(WELCOMED);
      expect((await rowsOf(user.id)).every((row) => row.attempts === 1)).toBe(true);
    });
  });
}
