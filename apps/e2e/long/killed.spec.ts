// Runs the local stack as a process: SIGKILL loses no acknowledged write, and two stacks run side by side.
import { setTimeout as sleep } from 'node:timers/promises';
import { findPorts, makeDataDir, removeDataDir, startStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { connect, createMember, rate, solveBotCheck } from '../support/users.ts';

test('SIGKILL at a random moment loses no acknowledged rating', async ({ origin }, info) => {
  const dataDir = await makeDataDir();
  const ports = await findPorts();
  let stack = await startStack(dataDir, ports);
  try {
    const { email, api } = await createMember(stack.origin);
    // Two stacks that run side by side share no users.
    const elsewhere = await connect(origin)('POST /api/v1/users/check_email_exists', {
      body: { email, recaptcha: await solveBotCheck(origin, 'signup_email') },
    });
    expect(elsewhere.email_exists).toBe(false);

    const { media } = await api('GET /api/v2/media', {
      query: { selection: 'recommended', per_page: 100, view: 'card' },
    });
    const acknowledged = new Map<number, number>();
    const wait = 150 + Math.random() * 1_000;
    let killed = false;
    const rater = async (offset: number) => {
      for (let turn = 0; !killed; turn += 1) {
        const id = media[(turn * 4 + offset) % media.length]?.id ?? 0;
        const rating = (turn + offset) % 11;
        // Until the server answers, either the old or the new rating may be stored, so no rating is expected.
        acknowledged.delete(id);
        try {
          await rate(api, id, rating);
        } catch (error) {
          if (!killed) throw error;
          return;
        }
        acknowledged.set(id, rating);
      }
    };
    const raters = [0, 1, 2, 3].map(rater);
    await sleep(wait);
    killed = true;
    await stack.kill();
    await Promise.all(raters);
    info.annotations.push({
      type: 'kill',
      description: `after ${Math.round(wait)} ms, ${acknowledged.size} titles with a sure rating`,
    });
    expect(acknowledged.size).toBeGreaterThan(0);

    stack = await startStack(dataDir, ports);
    const kept = new Map<number, number | null>();
    for (let page = 1; ; page += 1) {
      const reply = await api('GET /api/v1/media/rating_history', { query: { page, per_page: 100 } });
      for (const { id, rating } of reply.media) kept.set(id, rating);
      if (!reply.pagination.has_more) break;
    }
    for (const [id, rating] of acknowledged) expect(kept.get(id), `title ${id}`).toBe(rating);
  } finally {
    await stack.stop();
    await removeDataDir(dataDir);
  }
});
