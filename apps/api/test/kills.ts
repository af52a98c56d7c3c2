import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { childEnv } from '#src/env.ts';
import type { Billing } from './billing.ts';
import { type KillAt, startKillProxy } from './kill-proxies.ts';
import { testSecrets } from './secrets.ts';

/** Starts billing processes and kills them at a chosen step. */
export function createKiller({ deps, prisma, userOf, stripeOf }: Billing) {
  type User = Parameters<typeof userOf>[0];
  const { STRIPE_API_BASE, DATABASE_URL } = deps.env;

  function start(script: string, args: string[], env: Record<string, string>) {
    return fork(join(import.meta.dirname, script), args, {
      env: childEnv({ ...testSecrets, NODE_ENV: 'test', WEB_ORIGIN: 'http://127.0.0.1:3000', ...env }),
      // An error that ends a process is the reason for a test that fails.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  return {
    start: (script: string) => start(script, [], { STRIPE_API_BASE, DATABASE_URL }),

    /**
     * Runs a script until the script ends or reaches the step.
     * @returns whether the script was killed.
     */
    async run(script: string, args: string[], at: KillAt): Promise<boolean> {
      let wasKilled = false;
      const proxy = await startKillProxy({ STRIPE_API_BASE, DATABASE_URL }, at, () => {
        wasKilled = true;
        child.kill('SIGKILL');
      });
      const child = start(script, args, proxy.env);
      const [code] = await once(child, 'exit');
      proxy.close();
      if (!wasKilled) expect(code).toBe(0);
      return wasKilled;
    },

    /** Simulates that time passed: deletes the billing lock of the user and makes the repair job due. */
    async passTime({ id: userId }: User): Promise<void> {
      await prisma.billingLock.deleteMany({ where: { userId } });
      await prisma.outboxMessage.updateMany({
        where: { userId, kind: 'stripe_sync', doneAt: null },
        data: { availableAt: new Date() },
      });
    },

    async expectStateOfStripe(user: User): Promise<void> {
      const { subscriptions } = await stripeOf(user);
      const shown = await userOf(user);
      const running = subscriptions.find(({ status }) => status !== 'canceled');
      expect(shown.subscribed).toBe(running !== undefined || shown.product_id === 'free_for_life');
      if (running) {
        expect(shown.price_id).toBe(running.items.data[0]?.price.lookup_key);
        expect(shown.subscription_canceled).toBe(running.cancel_at_period_end);
      }
    },
  };
}
