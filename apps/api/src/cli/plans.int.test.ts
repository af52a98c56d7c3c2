import { execFile } from 'node:child_process';
import { join as joinPath } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childEnv } from '#src/env.ts';
import { startBilling } from '../../test/billing.ts';
import { callMarquee } from '../../test/call-marquee.ts';
import { testSecrets } from '../../test/secrets.ts';

const { deps, join, subscribe, userOf, stripeOf, stripe } = await startBilling({}, { jobs: false });

const { DATABASE_URL, STRIPE_API_BASE, STRIPE_SECRET_KEY } = deps.env;
const env = { ...testSecrets, DATABASE_URL, STRIPE_API_BASE, STRIPE_SECRET_KEY };

/** Runs `pnpm marquee plans` with these arguments against the database and the emulator of this file. */
const plans = (...args: string[]) => callMarquee(['plans', ...args], env);

/** The same in a process, which must end by itself. The result has the lines of the log too. */
const runPlans = (args: string[], changes: Record<string, string>) =>
  new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(
      process.execPath,
      [joinPath(import.meta.dirname, '../marquee.ts'), 'plans', ...args],
      { env: childEnv({ ...env, ...changes }) },
      (error, stdout, stderr) =>
        resolve({ code: error ? (error.code ?? error.signal) : 0, out: stdout + stderr }),
    );
  });

const lines = ['monthly_399', 'yearly_3900', 'pass_12_months_4900'];
const report = (state: string) => new RegExp(lines.map((id) => `${id}  price_\\w+  ${state}\\n`).join(''));

describe('`pnpm marquee plans`', () => {
  it('`sync` creates the missing prices at Stripe, and a second `sync` changes nothing', async () => {
    const first = await plans('sync');
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(report('created')) });
    const again = await plans('sync');
    expect(again.out).toBe(first.out.replaceAll('created', 'unchanged'));
  });

  it('`reconcile` prints the users that it corrected', async () => {
    const [user, other] = [await join(), await join()];
    for (const each of [user, other]) await subscribe(each, 'monthly');
    await stripe.control('webhooks', { mode: 'drop' });
    await stripe.control('refunds', { charge: (await stripeOf(user)).charges[0]?.id });
    expect(await userOf(user)).toMatchObject({ subscribed: true });
    expect(await plans('reconcile')).toEqual({
      code: 0,
      out: `2 users checked, 1 mended, 0 failed\nmended  user ${user.id}\n`,
    });
    expect(await userOf(user)).toMatchObject({ subscribed: false });
  });

  it('names the variables that may be wrong when Stripe does not answer', async () => {
    expect(await runPlans(['sync'], { STRIPE_API_BASE: 'http://127.0.0.1:9' })).toEqual({
      code: 1,
      out: 'Stripe does not answer. Look at STRIPE_API_BASE and STRIPE_SECRET_KEY.\n',
    });
  });
});
