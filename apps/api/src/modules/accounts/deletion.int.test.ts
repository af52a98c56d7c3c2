import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import {
  createKey,
  createList,
  createMedium,
  createRound,
  createUser,
  unique,
} from '../../../test/factories.ts';

const { deps, prisma, visitor, as } = await startApp({ TRUST_PROXY: true });

/** Returns every row of every table as text. */
async function dumpDatabase(): Promise<string> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
  const texts = await Promise.all(
    tables.map(({ name }) =>
      prisma.$queryRawUnsafe<{ text: string | null }[]>(
        `SELECT string_agg(row::text, E'\\n') AS text FROM ${name} AS row`,
      ),
    ),
  );
  return texts.map(([row]) => row?.text ?? '').join('\n');
}

/** Creates a user with rows in most tables. */
async function createBusyUser() {
  const owner = await createUser(prisma);
  const friend = await createUser(prisma);
  const mark = unique('Zz');
  const user = await createUser(prisma, {
    firstName: `First${mark}`,
    lastName: `Last${mark}`,
    phoneNumber: '4915112345',
    stripeCustomerId: `cus_${mark}`,
    stripeSubscriptionId: `sub_${mark}`,
  });
  const me = as(user);
  const [medium, other] = await Promise.all([createMedium(prisma), createMedium(prisma)]);
  const provider = await prisma.mediumProvider.create({
    data: { slug: unique('s'), name: unique('Service'), searchUrlTemplate: 'https://example.com/{title}' },
  });
  const genre = await prisma.genre.create({ data: { title: unique('Genre') } });
  const ids = { userId: user.id, mediumId: medium.id };
  await prisma.userMediumRating.create({ data: { ...ids, rating: 9, tags: [`tag${mark}`] } });
  await prisma.userMediumHidden.create({ data: { userId: user.id, mediumId: other.id } });
  await prisma.userMediumSetting.create({ data: { ...ids, notSuggestSharing: true } });
  await prisma.userInteraction.create({ data: ids });
  await prisma.userMediumSeen.create({ data: { userId: user.id, mediumId: other.id } });
  await prisma.userEpisode.create({ data: { ...ids, season: 1, episode: 1 } });
  await prisma.seriesChange.create({
    data: { mediumId: ids.mediumId, moves: [], members: { create: { userId: ids.userId } } },
  });
  await prisma.userEpisodeUndo.create({ data: { ...ids, code: mark, changes: [] } });
  await prisma.watchReport.create({
    data: { ...ids, accountName: mark, title: mark, outcome: 'marked' },
  });
  await createKey(prisma, user, ['read'], { name: mark });
  const browser = { endpoint: `https://push.example/${mark}`, p256dh: 'p', auth: 'a', tokenHash: mark };
  await prisma.pushSubscription.create({ data: { userId: user.id, ...browser, sessionEndsAt: new Date() } });
  await prisma.pushSent.create({ data: { userId: user.id, subject: mark, day: new Date() } });
  await prisma.userNotTonight.create({ data: ids });
  await prisma.tastePoster.create({
    data: { userId: user.id, code: `code ${mark}`, groups: [mark], loved: [], surprising: [] },
  });
  await prisma.yearPoster.create({
    data: { userId: user.id, year: 2026, code: `year ${mark}`, lines: [mark], loved: [], ends: [] },
  });
  await prisma.tasteGroup.create({
    data: { userId: user.id, groupId: 1, name: mark, mediumIds: [medium.id] },
  });
  const imported = { source: 'imdb', sha256: mark, fileName: `${mark}.csv`, bytes: 1 };
  const { id: importId } = await prisma.userImport.create({ data: { ...imported, userId: user.id } });
  const ofImport = { userId: user.id, importId, key: mark, hint: { title: mark } };
  await prisma.userImportRow.create({ data: { ...ofImport, seq: 1, fact: {} } });
  await prisma.userImportTitle.create({ data: { ...ofImport, id: 1, entries: 1 } });
  await prisma.userImportHeader.create({
    data: { userId: user.id, hash: mark, header: [mark], columns: [] },
  });
  await prisma.userImportChange.create({ data: { userId: user.id, importId, kind: 'rating', ref: mark } });
  await prisma.stripeEvent.create({ data: { id: `evt_${mark}`, type: 'x', customerId: `cus_${mark}` } });
  await me.post('/api/v1/user_medium_providers/update_all').send({ medium_providers_ids: [provider.id] });
  await me.post('/api/v1/user_medium_genres/update_all').send({ genres_ids: [genre.id] });
  await me
    .post('/api/v1/referral_sources')
    .send({ referral_source: { referral_source: 8, details: `From ${mark}` } });
  await me.post('/api/v1/feedback').send({ feedback: { content: `Feedback ${mark}` } });
  const contact = { subject: `Subject ${mark}`, message: `Message ${mark}`, email: user.email };
  await visitor.post('/api/v1/contact').send({ contact });
  await me.post('/api/v1/contact').send({ contact: { ...contact, email: 'else@example.com' } });
  await visitor.post('/users/password').send({ user: { email: user.email } });
  // The user owns a list with a list member, and edited a list of another user.
  const own = await prisma.userList.create({ data: { ownerId: user.id, name: `Own ${mark}` } });
  await prisma.userListShare.create({
    data: {
      listId: own.id,
      email: friend.email,
      state: 'accepted',
      acceptedAt: new Date(),
      invitedById: user.id,
    },
  });
  await prisma.userListShare.create({ data: { listId: own.id, email: `${mark}@invited.example` } });
  const others = await prisma.userList.create({
    data: { ownerId: owner.id, name: unique('Others'), collaborate: true },
  });
  await prisma.userListShare.create({
    data: {
      listId: others.id,
      email: user.email,
      state: 'accepted',
      acceptedAt: new Date(),
      shareAllowed: true,
    },
  });
  await prisma.userListShare.create({
    data: { listId: others.id, email: friend.email, invitedById: user.id },
  });
  await prisma.userListMedium.create({
    data: { listId: others.id, mediumId: medium.id, position: 1, addedById: user.id },
  });
  const round = await createRound(prisma, owner, [medium]);
  await prisma.roundWaiting.create({ data: { roundId: round.id, userId: user.id } });
  return { user, me, owner, friend, own, others, medium, mark };
}

async function expectErased({ user, friend, own, others, mark }: Awaited<ReturnType<typeof createBusyUser>>) {
  const farewell = await prisma.outboxMessage.findMany({ where: { kind: 'deletion_done' } });
  const mine = farewell.filter(({ payload }) => JSON.stringify(payload).includes(user.email));
  expect(mine).toMatchObject([{ userId: null }]);
  const cancel = await prisma.outboxMessage.findMany({ where: { kind: 'stripe_cancel' } });
  expect(cancel.map(({ payload }) => payload)).toContainEqual({ customerId: `cus_${mark}` });
  const lost = await prisma.outboxMessage.findMany({ where: { kind: 'list_deleted', userId: friend.id } });
  expect(lost).toMatchObject([{ payload: { listName: own.name, ownerId: null } }]);
  // Lists of other users stay.
  expect(await prisma.userListMedium.findMany({ where: { listId: others.id } })).toMatchObject([
    { addedById: null },
  ]);
  expect(await prisma.userListShare.findMany({ where: { listId: others.id } })).toMatchObject([
    { userId: friend.id, invitedById: null },
  ]);
  expect((await as(friend).get(`/api/v1/user_lists/${own.id}`)).status).toBe(404);
  // When these outbox rows are done and deleted, the database contains no data of the user.
  await prisma.outboxMessage.deleteMany({
    where: { kind: { in: ['deletion_done', 'stripe_cancel', 'list_deleted'] } },
  });
  const everything = await dumpDatabase();
  for (const trace of [user.email, user.displayName, mark]) {
    expect(everything.toLowerCase()).not.toContain(trace.toLowerCase());
  }
}

describe('POST /api/v1/users/destroy', () => {
  it('erases the user and keeps what other users own', async () => {
    const busy = await createBusyUser();
    const { status, body } = await busy.me.post('/api/v1/users/destroy.json');
    expect([status, typeof body.message]).toEqual([200, 'string']);
    expect((await busy.me.get('/api/v1/user')).status).toBe(401);
    expect((await busy.me.post('/api/v1/users/destroy')).status).toBe(401);
    await expectErased(busy);
  });

  it('mails the names of the stores whose subscriptions still renew', async () => {
    const user = await createUser(prisma);
    const { id: planId } = await prisma.plan.create({
      data: { planId: unique('p'), name: unique('P'), description: 'P' },
    });
    const { id: pricingId } = await prisma.pricing.create({
      data: { priceId: unique('p'), planId, priceInCents: 399, interval: 'month', isRecurring: true },
    });
    const [periodEnd, observedAt] = [new Date(Date.now() + 86_400_000), new Date()];
    const row = { userId: user.id, pricingId, periodEnd, observedAt, cancelAtPeriodEnd: false };
    const canceled = { cancelAtPeriodEnd: true, purchaseToken: unique('token') };
    await prisma.storeSubscription.createMany({
      data: [
        { ...row, id: unique('a'), processor: 'apple', status: 'unpaid' },
        { ...row, id: unique('a'), processor: 'apple', status: 'canceled' },
        { ...row, ...canceled, id: unique('g'), processor: 'google', status: 'active' },
      ],
    });
    await as(user).post('/api/v1/users/destroy').expect(200);
    const mails = await prisma.outboxMessage.findMany({ where: { kind: 'deletion_done' } });
    expect(mails.map(({ payload }) => payload)).toContainEqual({ email: user.email, stores: ['apple'] });
  });

  it('frees the address and the display name of the user', async () => {
    const user = await createUser(prisma);
    await as(user).post('/api/v1/users/destroy');
    const again = { email: user.email, display_name: user.displayName, password: 'popcorn4two' };
    const { status, body } = await visitor.post('/users').send({ user: again });
    expect(status).toBe(201);
    expect(body.user.id).not.toBe(user.id);
    expect((await as(user).get('/api/v1/user')).status).toBe(401);
  });

  it('erases messages from a proven previous address, and invitations to this address', async () => {
    const user = await createUser(prisma);
    const owner = await createUser(prisma);
    const list = await createList(prisma, owner);
    const before = user.email;
    const contact = { email: before, subject: 'Before', message: 'Sent before the change' };
    await prisma.contactMessage.create({ data: contact });
    await prisma.userListShare.create({ data: { listId: list.id, email: before } });
    await prisma.user.update({ where: { id: user.id }, data: { email: `${unique('new')}@example.com` } });
    const later = new Date(Date.now() + 60_000);
    await prisma.contactMessage.create({ data: { ...contact, subject: 'After', createdAt: later } });
    const { body } = await as(user).get('/api/v1/user/export');
    expect(body.user.previous_emails).toMatchObject([{ email: before }]);
    await as(user).post('/api/v1/users/destroy');
    const left = await prisma.contactMessage.findMany({ where: { email: before } });
    expect(left.map(({ subject }) => subject)).toEqual(['After']);
    expect(await prisma.userListShare.count({ where: { email: before } })).toBe(0);
  });

  it('keeps messages and invitations of an address that the user never proved', async () => {
    const user = await createUser(prisma, { emailVerifiedAt: null });
    const list = await createList(prisma, await createUser(prisma));
    await prisma.contactMessage.create({
      data: { email: user.email, subject: 'Mine', message: 'Not theirs' },
    });
    await prisma.userListShare.create({ data: { listId: list.id, email: user.email } });
    await as(user).post('/api/v1/users/destroy');
    expect(await prisma.contactMessage.count({ where: { email: user.email } })).toBe(1);
    expect(await prisma.userListShare.findMany({ where: { email: user.email } })).toMatchObject([
      { userId: null, state: 'pending' },
    ]);
  });

  it('erases the user once when several deletions and other calls run at the same time', async () => {
    const { me, medium, user } = await createBusyUser();
    const all = await Promise.all([
      ...Array.from({ length: 4 }, () => me.post('/api/v1/users/destroy')),
      ...Array.from({ length: 6 }, (_, rating) =>
        me.post(`/api/v1/media/${medium.id}/user_medium_ratings`).send({ user_medium_rating: { rating } }),
      ),
      me.post('/api/v1/feedback').send({ feedback: { content: 'While I go' } }),
      me.put('/api/v1/user').send({ user: { first_name: 'Late' } }),
      me.post('/api/v1/user_lists').send({ name: 'Late' }),
    ]);
    const statuses = all.map(({ status }) => status);
    expect(Math.max(...statuses)).toBeLessThan(500);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(await prisma.user.count({ where: { id: user.id } })).toBe(0);
    const farewells = await prisma.outboxMessage.findMany({ where: { kind: 'deletion_done' } });
    expect(farewells.filter(({ payload }) => JSON.stringify(payload).includes(user.email))).toHaveLength(1);
  });
});

describe('POST /api/v1/user/delete_account and confirm_delete_account', () => {
  const request = (email: string) =>
    visitor.post('/api/v1/user/delete_account.json').send({ user: { email } });
  const confirm = (email: string, code: string) =>
    visitor.post('/api/v1/user/confirm_delete_account.json').send({ user: { email }, code });
  const isThere = async (user: User) => (await prisma.user.count({ where: { id: user.id } })) === 1;

  async function codeOf(user: User): Promise<string> {
    expect((await request(user.email)).status).toBe(200);
    const row = await prisma.outboxMessage.findFirstOrThrow({
      where: { userId: user.id, kind: 'deletion_code' },
      orderBy: { id: 'desc' },
    });
    const nonce =
      row.payload && typeof row.payload === 'object' && 'nonce' in row.payload ? row.payload.nonce : '';
    return deps.secrets.deriveToken('deletion_code', user.id, String(nonce));
  }

  it('give the same reply whether or not the address has an account', async () => {
    const user = await createUser(prisma);
    const [known, unknown] = [await request(user.email), await request('nobody@example.com')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect((await request('')).status).toBe(422);
    expect((await request('no address')).status).toBe(422);
  });

  it('erase the user when the mailed code is sent', async () => {
    const busy = await createBusyUser();
    const code = await codeOf(busy.user);
    expect(await dumpDatabase()).not.toContain(code);
    expect((await confirm(busy.user.email.toUpperCase(), ` ${code} `)).status).toBe(200);
    expect((await busy.me.get('/api/v1/user')).status).toBe(401);
    await expectErased(busy);
    expect((await confirm(busy.user.email, code)).body.error).toBe('invalid_code');
  });

  it('accept the right code after four wrong codes, and refuse it after five', async () => {
    const [patient, unlucky] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const codes = [await codeOf(patient), await codeOf(unlucky)] as const;
    for (let wrong = 0; wrong < 4; wrong++) {
      const { status, body } = await confirm(patient.email, `wrong${wrong}`);
      expect([status, body.error]).toEqual([422, 'invalid_code']);
    }
    expect((await confirm(patient.email, codes[0])).status).toBe(200);
    for (let wrong = 0; wrong < 5; wrong++) await confirm(unlucky.email, `wrong${wrong}`);
    expect((await confirm(unlucky.email, codes[1])).status).toBe(422);
    expect(await isThere(unlucky)).toBe(true);
    // A new code has five new attempts.
    expect((await confirm(unlucky.email, await codeOf(unlucky))).status).toBe(200);
  });

  it('accept the right code of the owner after a stranger has sent ten wrong codes', async () => {
    const user = await createUser(prisma);
    const code = await codeOf(user);
    const from = (ip: string, given: string) =>
      visitor
        .post('/api/v1/user/confirm_delete_account')
        .set('x-forwarded-for', ip)
        .send({ user: { email: user.email }, code: given });
    for (let wrong = 0; wrong < 10; wrong++) await from('192.0.2.66', `wrong${wrong}`);
    expect((await from('192.0.2.66', code)).body.error).toBe('invalid_code');
    expect((await from('192.0.2.67', code)).status).toBe(200);
    expect(await isThere(user)).toBe(false);
  });

  it('allow only five attempts when twelve guesses run at the same time', async () => {
    const user = await createUser(prisma);
    const code = await codeOf(user);
    await Promise.all(Array.from({ length: 12 }, (_, index) => confirm(user.email, `guess${index}`)));
    const tries = await prisma.deletionAttempt.findMany({ where: { userId: user.id } });
    expect(tries).toMatchObject([{ attempts: 5 }]);
    // Addresses of clients are stored as hashes.
    expect(JSON.stringify(tries)).not.toContain('127.0.0.1');
    expect((await confirm(user.email, code)).status).toBe(422);
  });

  it('refuse a code after a day, a code of another user and a replaced code', async () => {
    const [user, other] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const first = await codeOf(user);
    const before = Date.now();
    const second = await codeOf(user);
    const after = Date.now();
    expect((await confirm(user.email, first)).status).toBe(422);
    expect((await confirm(other.email, second)).status).toBe(422);
    expect((await confirm('nobody@example.com', second)).body.error).toBe('invalid_code');
    const { expiresAt } = await prisma.deletionCode.findUniqueOrThrow({ where: { userId: user.id } });
    const askedAt = expiresAt.getTime() - 24 * 3_600_000;
    expect(askedAt).toBeGreaterThanOrEqual(before - 1);
    expect(askedAt).toBeLessThanOrEqual(after + 1);
    await prisma.deletionCode.update({
      where: { userId: user.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await confirm(user.email, second)).status).toBe(422);
    expect(await isThere(user)).toBe(true);
  });

  it('delete nothing when the link is only opened', async () => {
    const user = await createUser(prisma);
    const code = await codeOf(user);
    await visitor.get(`/confirm_delete_account?code=${code}&email=${user.email}`).set('accept', 'text/html');
    expect(await isThere(user)).toBe(true);
  });
});

describe('GET /api/v1/user/export', () => {
  it('returns a file with all data of the user except secrets', async () => {
    const { me, user, own, others, medium, mark } = await createBusyUser();
    const { status, headers, body } = await me.get('/api/v1/user/export.json');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="marquee-\d{4}-\d\d-\d\d\.json"$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.user).toMatchObject({
      id: user.id,
      email: user.email,
      ratings: [{ rating: 9, tags: [`tag${mark}`], medium: { id: medium.id, title: medium.title } }],
      referral_source: { referral_source: 8 },
      feedbacks: [{ content: `Feedback ${mark}` }],
    });
    expect(body.user.hiddens).toHaveLength(1);
    expect(body.user.interactions).toHaveLength(1);
    expect(body.user.contact_messages).toHaveLength(2);
    expect(body.user.lists.map((list: { name: string }) => list.name)).toContain(own.name);
    expect(body.user.list_shares.map((share: { list: { id: number } }) => share.list.id)).toEqual([
      others.id,
    ]);
    expect(body.user.added_list_media).toHaveLength(1);
    const text = JSON.stringify(body);
    const reset = await prisma.passwordReset.findUniqueOrThrow({ where: { userId: user.id } });
    for (const secret of [user.passwordHash, reset.tokenHash, 'nonce']) expect(text).not.toContain(secret);
  });
});
