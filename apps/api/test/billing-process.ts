// One billing call in a process of its own, which tests kill: `billing-process.ts <user id> <call> [plan]`.
import { createDeps } from '#src/deps.ts';
import { loadEnv } from '#src/env.ts';

const [userId, call, plan = ''] = process.argv.slice(2);
const deps = await createDeps(loadEnv());
const caller = { userId: Number(userId), token: '', expiresAt: new Date(), isMember: true };
const { planChange, subscription } = deps.services;
if (call === 'change') await planChange.changePlan(caller, { plan_id: plan });
else if (call === 'cancel') await subscription.cancel(caller);
else await subscription.sync(caller);
await deps.close();
