// Jobs other than mails. Each case creates its jobs and checks their effects in the database or at a
// emulator.
import { createOutboxRepository } from '@marquee/api/src/jobs/outbox.repository.ts';
import { createList, createMedium, createUser, unique } from '@marquee/api/test/factories.ts';
import { googlePush } from '@marquee/api/test/stores.ts';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { createVerdict } from './fault.ts';
import { type Buyer, ensurePrices, joinBuyer, subscribe } from './stripe.ts';
import { logIn, type World } from './world.ts';

export interface JobCase {
  /** The kinds of jobs that `cause` creates. */
  kinds: string[];
  /** Creates the jobs. Called while the barrier blocks jobs. */
  cause(): Promise<void>;
  /** Returns one sentence for each effect that is missing or happened twice. */
  check(): Promise<string[]>;
}

const IMPORTED = 50;

/** Prepares several edits of the owner, after which the list member must get one mail. */
export async function prepareListEdit({ prisma }: World): Promise<JobCase> {
  const [owner, reader] = [await createUser(prisma), await createUser(prisma)];
  const list = await createList(prisma, owner, { shares: [{ user: reader }] });
  const medium = await createMedium(prisma);
  return {
    kinds: ['list_edited'],
    async cause() {
      const payload = { listId: list.id, added: [medium.id] };
      await createOutboxRepository(prisma).add({ kind: 'list_edited', userId: owner.id, payload });
    },
    async check() {
      const where = { kind: 'list_changed', userId: reader.id };
      const mails = await prisma.outboxMessage.count({ where });
      return mails === 1 ? [] : [`list_edited queued ${mails} mails`];
    },
  };
}

/** Prepares a push to a user who no longer wants any: it must end, and tell nobody. */
export async function preparePush({ prisma }: World): Promise<JobCase> {
  const { id: userId } = await createUser(prisma);
  const { id: mediumId } = await createMedium(prisma);
  return {
    kinds: ['push'],
    async cause() {
      const payload = { kind: 'episode', mediumId, more: 0 } as const;
      await createOutboxRepository(prisma).add({ kind: 'push', userId, payload });
    },
    async check() {
      const told = await prisma.pushSent.count({ where: { userId } });
      return told === 0 ? [] : ['push told a user who wants none'];
    },
  };
}

/** Prepares a member whose seen episode must follow a new numbering, once. */
export async function prepareRenumbered({ prisma }: World): Promise<JobCase> {
  const { id: userId } = await createUser(prisma);
  const { id: mediumId } = await createMedium(prisma, { type: 'series' });
  await prisma.userEpisode.create({ data: { userId, mediumId, season: 1, episode: 4 } });
  const move = (from: number, to: number) => ({
    season: from,
    episode: 4,
    to_season: to,
    to_episode: 4,
  });
  return {
    kinds: ['follow_series'],
    async cause() {
      for (const moves of [[move(1, 2)], [move(2, 3)]])
        await prisma.seriesChange.create({ data: { mediumId, moves, members: { create: { userId } } } });
      await createOutboxRepository(prisma).add({ kind: 'follow_series', payload: {} });
    },
    async check() {
      const seen = await prisma.userEpisode.findMany({ where: { userId } });
      const places = seen.map(({ season, episode }) => `${season}x${episode}`).join(', ');
      return places === '3x4' ? [] : [`follow_series left the episode at ${places}`];
    },
  };
}

/** Prepares a wish whose title has arrived. */
export async function prepareWish({ prisma }: World): Promise<JobCase> {
  const { id: userId } = await createUser(prisma);
  const query = unique('Wished for ');
  await prisma.userWish.create({ data: { userId, query, key: query.toLowerCase() } });
  const medium = await createMedium(prisma, { title: query });
  return {
    kinds: ['match_waiting'],
    async cause() {
      await createOutboxRepository(prisma).add({ kind: 'match_waiting', payload: {} });
    },
    async check() {
      const { mediumId } = await prisma.userWish.findFirstOrThrow({ where: { userId } });
      return mediumId === medium.id ? [] : [`match_waiting gave a wish the title ${mediumId}`];
    },
  };
}

/** Prepares two cases of one import: the upload and the confirmation. */
export async function prepareImport(world: World): Promise<[JobCase, JobCase]> {
  const { prisma, call, origin } = world;
  const user = await createUser(prisma);
  const token = await logIn(call, user.email);
  const titles = await prisma.medium.findMany({
    where: { type: 'movie' },
    take: IMPORTED,
    orderBy: { id: 'asc' },
  });
  const lines = titles.map(
    ({ title, releaseYear }, at) =>
      `tt99${at},${1 + (at % 10)},2020-01-01,"${title.replaceAll('"', '""')}",Movie,${releaseYear}`,
  );
  const get = () => prisma.userImport.findFirstOrThrow({ where: { userId: user.id } });
  const upload: JobCase = {
    kinds: ['import_work'],
    async cause() {
      const response = await fetch(`${origin}/api/v1/user/imports?source=imdb`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: `Const,Your Rating,Date Rated,Title,Title Type,Year\n${lines.join('\n')}\n`,
      });
      if (response.status !== 202) throw new Error(`The upload answered ${response.status}`);
    },
    async check() {
      const { state, id } = await get();
      const rows = await prisma.userImportTitle.count({ where: { importId: id } });
      const isWhole = state === 'ready' && rows === titles.length;
      return isWhole ? [] : [`import_work left an import ${state} with ${rows} of ${titles.length} titles`];
    },
  };
  const confirm: JobCase = {
    kinds: ['import_work'],
    async cause() {
      const { id } = await get();
      const path = `/api/v1/user/imports/${id}/confirm`;
      const { status } = await call({ method: 'POST', path, token, body: {} });
      if (status !== 202) throw new Error(`The confirmation answered ${status}`);
    },
    async check() {
      const { state, id } = await get();
      const [ratings, matched] = await Promise.all([
        prisma.userMediumRating.count({ where: { userId: user.id } }),
        prisma.userImportTitle.count({ where: { importId: id, mediumId: { not: null } } }),
      ]);
      const isWhole = state === 'applied' && ratings === matched && matched > 0;
      return isWhole ? [] : [`import_work left an import ${state} with ${ratings} of ${matched} ratings`];
    },
  };
  return [upload, confirm];
}

/** Prepares a purchase, a sync, a changed email and a cancellation, each by a different user. */
export async function prepareStripeJobs(world: World): Promise<JobCase> {
  const { prisma, stripe } = world;
  await ensurePrices(world);
  const buyers = await Promise.all(Array.from({ length: 4 }, () => joinBuyer(world)));
  const [fresh, synced, renamed, left] = buyers;
  if (!fresh || !synced || !renamed || !left) throw new Error('a buyer is missing');
  for (const buyer of [synced, renamed, left]) await subscribe(world, buyer);
  const customerOf = async ({ id }: Buyer) =>
    (await prisma.user.findUniqueOrThrow({ where: { id } })).stripeCustomerId ?? '';
  const address = `${unique('renamed')}@example.com`;
  const outbox = createOutboxRepository(prisma);
  return {
    kinds: ['stripe_event', 'stripe_sync', 'stripe_address', 'stripe_cancel'],
    async cause() {
      await subscribe(world, fresh);
      await outbox.add({ kind: 'stripe_sync', userId: synced.id, payload: {} });
      await prisma.user.update({ where: { id: renamed.id }, data: { email: address } });
      await outbox.add({ kind: 'stripe_cancel', payload: { customerId: await customerOf(left) } });
    },
    async check() {
      const verdict = createVerdict();
      const state = await stripe.state();
      const events = await prisma.stripeEvent.count({ where: { processedAt: null } });
      verdict.expect(events === 0, `${events} events of Stripe are not processed`);
      for (const buyer of [fresh, synced, renamed]) {
        const customer = await customerOf(buyer);
        const running = state.subscriptions.filter((each) => each.customer === customer);
        const charges = state.charges.filter((each) => each.customer === customer);
        verdict.expect(running.length === 1, `a buyer has ${running.length} subscriptions at Stripe`);
        verdict.expect(charges.length === 1, `a buyer has ${charges.length} charges at Stripe`);
      }
      verdict.expect(
        state.customers.filter(({ email }) => email === address).length === 1,
        'stripe_address did not reach Stripe once',
      );
      const ended = await customerOf(left);
      verdict.expect(
        state.subscriptions.every(({ customer, status }) => customer !== ended || status === 'canceled'),
        'stripe_cancel left a subscription running',
      );
      return verdict.broken;
    },
  };
}

/** Prepares a purchase at Google, the acknowledgement of the purchase, and a sync of the user. */
export async function prepareStoreJobs({ prisma, call, stores, origin }: World): Promise<JobCase> {
  const user = await createUser(prisma, { trialEndsAt: null });
  const purchaseToken = unique('purchase-');
  const { google } = stores;
  google.purchases.set(purchaseToken, {
    subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
    acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
    externalAccountIdentifiers: { obfuscatedExternalAccountId: user.storeAccountToken },
    lineItems: [
      {
        productId: 'yearly_3900',
        expiryTime: new Date(Date.now() + 300 * 86_400_000).toISOString(),
        autoRenewingPlan: { autoRenewEnabled: true },
      },
    ],
  });
  return {
    kinds: ['store_notification', 'store_acknowledge', 'store_sync'],
    async cause() {
      const response = await fetch(`${origin}/webhooks/google`, {
        method: 'POST',
        headers: { authorization: google.signPush(), 'content-type': 'application/json' },
        body: JSON.stringify(googlePush(purchaseToken)),
      });
      if (response.status !== 200) throw new Error(`The notification of Google answered ${response.status}`);
      await createOutboxRepository(prisma).add({ kind: 'store_sync', userId: user.id, payload: {} });
    },
    async check() {
      const verdict = createVerdict();
      const stored = await prisma.storeSubscription.count({ where: { userId: user.id } });
      verdict.expect(stored === 1, `a purchase at Google is stored ${stored} times`);
      const pending = await prisma.storeNotification.count({ where: { processedAt: null } });
      verdict.expect(pending === 0, `${pending} notifications of stores are not processed`);
      const isSubscribed = async () => {
        const { body } = await call({ path: '/api/v1/user', token: await logIn(call, user.email) });
        return JSON.stringify(body).includes('"subscribed":true');
      };
      await waitFor('the plan of Google', isSubscribed);
      verdict.expect(
        google.acknowledged.some((each) => each.includes(purchaseToken)),
        'a purchase was not acknowledged to Google',
      );
      return verdict.broken;
    },
  };
}
