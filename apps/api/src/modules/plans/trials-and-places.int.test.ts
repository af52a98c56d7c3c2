import type { Plan } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../../../test/billing.ts';
import { createUser, PASSWORD, unique } from '../../../test/factories.ts';

const billing = await startBilling({ EARLY_ADOPTER_PLACES: 2, EMAIL_PROOF: 'off' });
const { as, visitor, prisma, deps, join, choose, subscribe, stripeOf, stripe, settle } = billing;

async function signUp(email: string) {
  const display_name = unique('t');
  const reply = await visitor.post('/users').send({ user: { email, display_name, password: PASSWORD } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.user;
}

const remove = (token: string) =>
  visitor.post('/api/v1/users/destroy').set('authorization', `Bearer ${token}`).expect(200);

describe('the trial of an address', () => {
  it('is given once per address, even after the first account is deleted', async () => {
    const email = `${unique('trial')}@example.com`;
    const first = await signUp(email);
    expect(first).toMatchObject({ has_creation_trial: true, trial_or_subscribed: true });
    await remove(first.access_token);
    const second = await signUp(email.toUpperCase());
    expect(second).toMatchObject({
      has_creation_trial: false,
      trial_ends_at: null,
      trial_or_subscribed: false,
    });
    const rows = await prisma.trialAddress.findMany();
    expect(JSON.stringify(rows)).not.toContain('trial');
  });

  it('is stored when its user is deleted, and can be given again after 24 months', async () => {
    const user = await createUser(prisma);
    await remove(billing.tokenOf(user));
    const { mailbox: hash } = deps.hashTrialAddress(user.email);
    await prisma.trialAddress.update({
      where: { hash },
      data: { givenAt: new Date(Date.now() - 725 * 86_400_000) },
    });
    await deps.repos.upkeep.prune();
    expect(await prisma.trialAddress.count({ where: { hash } })).toBe(1);
    await prisma.trialAddress.update({
      where: { hash },
      data: { givenAt: new Date(Date.now() - 732 * 86_400_000) },
    });
    expect(await signUp(user.email)).toMatchObject({ has_creation_trial: true });
  });
});

describe('the trial of a mailbox', () => {
  const at = (name: string): string => `${name}@gmail.com`;

  it('is given once to all spellings of the address, also when they sign up at the same time', async () => {
    const name = unique('spelled');
    const spellings = [
      at(name),
      at(`${name}+a`),
      at(`${name}+b`),
      at(`${name.slice(0, 3)}.${name.slice(3)}`),
    ];
    const users = await Promise.all([...spellings, `${name}@googlemail.com`].map(signUp));
    expect(users.filter(({ has_creation_trial }) => has_creation_trial)).toHaveLength(1);
  });

  it('is not given again after a change of address, at the old or at the new address', async () => {
    const [before, after] = [unique('before'), unique('after')];
    const user = await signUp(at(before));
    expect(user.has_creation_trial).toBe(true);
    await visitor
      .put('/api/v1/user')
      .set('authorization', `Bearer ${user.access_token}`)
      .send({ user: { email: at(after) } })
      .expect(200);
    expect(await signUp(at(`${after}+again`))).toMatchObject({ has_creation_trial: false });
    expect(await signUp(at(`${before}+again`))).toMatchObject({ has_creation_trial: false });
  });

  it('is not given again to an address whose trial version 0.1.0 stored as it was written', async () => {
    const email = at(`${unique('former')}+tag`);
    const [asWritten = ''] = deps.hashTrialAddress(email).former;
    await prisma.trialAddress.create({ data: { hash: asWritten } });
    expect(await signUp(email)).toMatchObject({ has_creation_trial: false });
  });
});

describe('places of the free plan', () => {
  it('are counted in GET /api/v1/plans, which recommends the plan that costs least a month', async () => {
    const { body } = await visitor.get('/api/v1/plans').expect(200);
    const facts = body.plans.map((plan: Plan) => [plan.plan_id, plan.recommended, plan.places_left !== null]);
    expect(facts).toEqual([
      ['monthly', false, false],
      ['yearly', true, false],
      ['pass_12_months', false, false],
      ['free_for_life', false, true],
    ]);
  });

  it('are not exceeded by simultaneous calls, and a deleted account gives its place back', async () => {
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => join()));
    const answers = await Promise.all(users.map((user) => choose(user, 'free_for_life')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({ error: 'not_permitted' });
    const { plans } = (await visitor.get('/api/v1/plans').expect(200)).body;
    expect(plans.map(({ plan_id }: { plan_id: string }) => plan_id)).not.toContain('free_for_life');

    const holder = users[answers.findIndex(({ status }) => status === 200)];
    if (holder) await remove(billing.tokenOf(holder));
    const [next, late] = [await join(), await join()];
    expect(await choose(next, 'free_for_life')).toMatchObject({ status: 200 });
    expect(await choose(late, 'free_for_life')).toMatchObject({ status: 422 });
    await remove(billing.tokenOf(next));
  });
});

describe('a place of the free plan', () => {
  it('is given once to all accounts of a mailbox, also when they ask at the same time, and comes back', async () => {
    await prisma.planPlace.deleteMany();
    const name = unique('placed');
    const accounts = await Promise.all(
      ['', '+a', '+b'].map((tag) => join({ email: `${name}${tag}@example.com` })),
    );
    const answers = await Promise.all(accounts.map((user) => choose(user, 'free_for_life')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const refused = answers.find(({ status }) => status === 422)?.body;
    expect(refused).toMatchObject({ error: 'not_permitted', message: expect.stringContaining('mailbox') });
    const holder = accounts[answers.findIndex(({ status }) => status === 200)];
    const other = accounts[answers.findIndex(({ status }) => status === 422)];
    if (!holder || !other) return expect.unreachable();
    // The holder keeps the place, and may ask again.
    expect((await choose(holder, 'free_for_life')).body.message).toBe('This is already your plan.');
    await remove(billing.tokenOf(holder));
    expect(await choose(other, 'free_for_life')).toMatchObject({ status: 200 });
    await remove(billing.tokenOf(other));
  });
});

describe('a place whose user has moved to another address', () => {
  it('still belongs to the mailbox that took it, so that two mailboxes get two places, however they move', async () => {
    await prisma.planPlace.deleteMany();
    const [one, two] = [unique('mailbox'), unique('mailbox')].map((name) => `${name}@example.com`);
    if (!one || !two) return expect.unreachable();
    const first = await join({ email: one });
    expect(await choose(first, 'free_for_life')).toMatchObject({ status: 200 });
    await prisma.user.update({ where: { id: first.id }, data: { email: two } });
    const second = await join({ email: one });
    expect(await choose(second, 'free_for_life')).toMatchObject({ status: 422 });
    await prisma.user.update({ where: { id: first.id }, data: { email: `${unique('third')}@example.com` } });
    const third = await join({ email: two });
    expect(await choose(third, 'free_for_life')).toMatchObject({ status: 200 });
    for (const user of [first, third]) await remove(billing.tokenOf(user));
  });
});

describe('an account with a customer at Stripe', () => {
  it('loses its subscription and its customer at Stripe when the account is deleted', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    const { customerId } = await stripeOf(user);
    await remove(billing.tokenOf(user));
    await settle();
    const state = await stripe.state();
    expect(state.subscriptions.filter(({ customer }) => customer === customerId)).toMatchObject([
      { status: 'canceled' },
    ]);
    expect(state.customers.some(({ id }) => id === customerId)).toBe(false);
  });

  it('makes an open session unpayable when the account is deleted', async () => {
    const user = await join();
    const { url } = await choose(user, 'monthly');
    await remove(billing.tokenOf(user));
    await settle();
    await stripe.press(url, 'pay').catch(() => null);
    expect((await stripe.state()).sessions.find((session) => session.url === url)?.status).not.toBe(
      'complete',
    );
  });

  it('copies a changed email address to its customer at Stripe', async () => {
    const user = await join();
    await choose(user, 'monthly');
    const { customerId } = await stripeOf(user);
    const email = `${unique('moved')}@example.com`;
    await as(user).put('/api/v1/user').send({ user: { email } }).expect(200);
    await settle();
    const customer = (await stripe.state()).customers.find(({ id }) => id === customerId);
    expect(customer?.email).toBe(email);
  });
});
