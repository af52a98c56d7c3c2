// Runs one billing call or job in a process that tests kill: `billing-process.ts <user id> <call>
// [argument]`.
import { flushCompileCache } from 'node:module';
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';

const [userId, call, argument = ''] = process.argv.slice(2);
const deps = await createDeps(loadEnv());
const caller = {
  userId: Number(userId),
  token: '',
  tokenVersion: 0,
  issuedAt: new Date(),
  expiresAt: new Date(),
  isMember: true,
  key: null,
};
// Tests kill the process, which would lose what it compiled.
flushCompileCache();
const { stripePrices, planChange, subscription, webhooks } = deps.services;
if (call === 'change') await planChange.changePlan(caller, { plan_id: argument });
else if (call === 'cancel') await subscription.cancel(caller);
else if (call === 'catalogue') await stripePrices.ensurePrices();
else if (call === 'event') await webhooks.process(argument, new Date());
else await subscription.sync(caller);
await deps.close();
