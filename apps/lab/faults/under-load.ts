import { setTimeout as sleep } from 'node:timers/promises';
import type { Tally } from './caller.ts';
import { createVerdict, type Outcome, type Verdict } from './fault.ts';
import { type Load, startLoad, WORTH_REPEATING } from './load.ts';
import type { World } from './world.ts';

const POLL_MS = 25;
const PROBE_TIMEOUT_MS = 2_000;
/** Time limit for a recovery that hangs. `listBroken` in suite.ts checks the promised 5 s. */
const RECOVERY_TIMEOUT_MS = 120_000;
const WARM_UP_MS = 500;
const SETTLE_TIMEOUT_MS = 120_000;

/**
 * Waits until a read of the user, a page of titles and a write succeed.
 * @returns milliseconds from the call.
 */
export async function awaitRecovery({ call, members, mediumIds }: World): Promise<number> {
  const began = performance.now();
  const [member] = members;
  const [mediumId] = mediumIds;
  const ask = { token: member?.token ?? '', timeoutMs: PROBE_TIMEOUT_MS };
  while (performance.now() - began < RECOVERY_TIMEOUT_MS) {
    // Hide a title, because this write is idempotent and not in the ledger.
    const write = {
      ...ask,
      method: 'POST' as const,
      path: `/api/v1/media/${mediumId}/user_medium_hiddens`,
      body: {},
    };
    const replies = [
      await call({ ...ask, path: '/api/v1/user' }),
      await call({ ...ask, path: '/api/v2/media?grouped_genres=true&taste_rows=true&view=card' }),
      await call(write),
    ];
    if (replies.every(({ status }) => status === 200 || status === 201 || status === 204))
      return performance.now() - began;
    await sleep(POLL_MS);
  }
  throw new Error(`No recovery within ${RECOVERY_TIMEOUT_MS} ms`);
}

/** Adds a broken promise when a call was lost or refused, for faults that must not affect any call. */
export function expectNoRefusal(tally: Tally, verdict: Verdict): void {
  const refusals = tally
    .statuses()
    .filter((status) => typeof status !== 'number' || WORTH_REPEATING.includes(status));
  verdict.expect(refusals.length === 0, `callers saw ${refusals.join(', ')}`);
}

interface Cause {
  recoveries?: number[];
  found?: string[];
  broken?: string[];
}

/**
 * Waits until the outbox has no open row.
 * @returns milliseconds.
 * @throws Error with the oldest rows after 2 min.
 */
export async function awaitOutbox({ prisma }: World): Promise<number> {
  const began = performance.now();
  for (;;) {
    const open = await prisma.outboxMessage.findMany({
      where: { doneAt: null, deadAt: null },
      take: 3,
      orderBy: { id: 'asc' },
    });
    if (open.length === 0) return performance.now() - began;
    if (performance.now() - began > SETTLE_TIMEOUT_MS) {
      const rows = open.map(({ kind, attempts, lastError }) => `${kind} ×${attempts} ${lastError ?? ''}`);
      throw new Error(`Rows stay open in the outbox: ${rows.join(', ')}`);
    }
    await sleep(POLL_MS * 4);
  }
}

/**
 * Checks the welcome mail of every new user, and the absence of dead letters. Repeats of a mail must have the
 * same Message-ID.
 */
export async function checkMails({ prisma, smtp }: World): Promise<{ found: string; broken: string[] }> {
  const rows = await prisma.outboxMessage.findMany({
    where: { kind: 'welcome' },
    select: { user: { select: { email: true } } },
  });
  const verdict = createVerdict();
  const idsByAddress = new Map<string, Set<string>>();
  let welcomes = 0;
  for (const { to, messageId } of smtp.mails) {
    if (!messageId.startsWith('<welcome.')) continue;
    welcomes++;
    for (const address of to) {
      const ids = idsByAddress.get(address) ?? new Set<string>();
      idsByAddress.set(address, ids.add(messageId));
    }
  }
  const without = rows.filter(({ user }) => user && !idsByAddress.has(user.email));
  const doubled = [...idsByAddress.values()].filter((ids) => ids.size > 1);
  verdict.expect(without.length === 0, `${without.length} accounts got no first mail`);
  verdict.expect(doubled.length === 0, `${doubled.length} addresses got mails with different Message-IDs`);
  const dead = await prisma.outboxMessage.count({ where: { deadAt: { not: null } } });
  verdict.expect(dead === 0, `${dead} rows are dead letters`);
  const repeats = welcomes - idsByAddress.size;
  return {
    found: `${rows.length} first mails, ${repeats} of them repeated with the same Message-ID`,
    broken: verdict.broken,
  };
}

/** Runs `work` under the load of the clients, waits for the outbox, and checks ledger, mails and database. */
export async function runUnderLoad(world: World, work: (load: Load) => Promise<Cause>): Promise<Outcome> {
  const load = startLoad(world);
  let cause: Cause;
  try {
    await sleep(WARM_UP_MS);
    cause = await work(load);
    await sleep(WARM_UP_MS);
  } finally {
    await load.stop();
  }
  const outboxMs = await awaitOutbox(world);
  const mails = await checkMails(world);
  const { summary, broken } = await world.check();
  return {
    saw: load.tally.describe(),
    recoveries: cause.recoveries ?? [],
    found: [
      ...(cause.found ?? []),
      summary,
      `outbox empty after ${(outboxMs / 1_000).toFixed(1)} s`,
      mails.found,
    ].join('; '),
    broken: [
      ...(cause.broken ?? []),
      ...broken,
      ...mails.broken,
      ...[...new Set(load.wrong)].slice(0, 5).map((line) => `unexpected reply: ${line}`),
    ],
  };
}
