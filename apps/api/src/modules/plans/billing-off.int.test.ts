import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDeps } from '#src/deps.ts';
import { childEnv } from '#src/env.ts';
import { startApp, testEnv } from '../../../test/app.ts';
import { createUser, PASSWORD, unique } from '../../../test/factories.ts';
import { testSecrets } from '../../../test/secrets.ts';

const { prisma, as, visitor } = await startApp({ BILLING: 'off' });

it('BILLING=off offers no plans, and makes every user a member', async () => {
  expect((await visitor.get('/api/v1/plans').expect(200)).body).toEqual({ plans: [], trial_days: 0 });
  const user = await createUser(prisma, { trialEndsAt: null });
  expect((await as(user).get('/api/v1/user')).body.user).toMatchObject({
    trial_or_subscribed: true,
    has_creation_trial: false,
    subscribed: false,
  });
  await as(user).get('/api/v1/user_lists').expect(200);
});

it('BILLING=off gives a new account no trial', async () => {
  const name = unique('off');
  const user = { email: `${name}@example.com`, display_name: name, password: PASSWORD };
  const { body } = await visitor.post('/users').send({ user }).expect(201);
  expect(body.user).toMatchObject({ trial_ends_at: null, trial_or_subscribed: true });
});

it('BILLING=off returns 404 to webhooks and to all calls about plans except the list of plans', async () => {
  const user = await createUser(prisma);
  for (const path of ['change', 'cancel', 'sync', 'manage', 'preview'])
    await as(user).post(`/api/v1/plans/${path}`).send({ plan_id: 'monthly' }).expect(404);
  await as(user).get('/api/v1/plans/invoices').expect(404);
  for (const path of ['stripe', 'apple', 'google'])
    await visitor.post(`/webhooks/${path}`).send({}).expect(404);
});

it('BILLING=off prevents the start of server and worker while a stored subscription can be charged', async () => {
  const { id: planId } = await prisma.plan.create({ data: { planId: 'p', name: 'P', description: 'P' } });
  const user = await createUser(prisma, {
    planId,
    subscriptionProcessor: 'stripe',
    subscriptionStatus: 'past_due',
  });
  const deps = await createDeps(await testEnv({ BILLING: 'off' }));
  await expect(deps.start()).rejects.toThrow(
    'BILLING: must not be off while 1 live subscriptions are stored',
  );
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../../worker.ts')], {
    env: childEnv({ ...testSecrets, DATABASE_URL: deps.env.DATABASE_URL, BILLING: 'off', NODE_ENV: 'test' }),
    stdio: 'inherit',
  });
  expect(await once(worker, 'exit')).toEqual([1, null]);
  await prisma.user.update({ where: { id: user.id }, data: { subscriptionStatus: 'canceled' } });
  await deps.start();
  await deps.close();
});
