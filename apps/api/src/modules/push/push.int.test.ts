import { PUSH_SUBSCRIPTIONS_MAX } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import type { Medium, Prisma, User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { createPushService } from '#src/clients/push-service.ts';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createOffer, createRound, createUser } from '../../../test/factories.ts';
import { startNameServer } from '../../../test/name-server.ts';
import { createBrowser, makeVapidKeys, readVapid, startPushService } from '../../../test/push-service.ts';
import { timeIn } from './quiet-hours.ts';

const service = await startPushService();
const keys = makeVapidKeys();
const { app, deps, prisma, as, visitor, tokenOf } = await startApp({ ...keys, PUSH_LOOPBACK: 'on' });
const strict = await startApp(keys);
const { push } = deps.services;

const ALL = { pushEpisode: true, pushSaved: true, pushInvitation: true, pushRound: true };
const browser = () => createBrowser(service.origin);
const save = (user: User, { subscription }: ReturnType<typeof browser>) =>
  as(user).put('/api/v1/push').send({ subscription });

/** A user who wants every kind, with one browser. */
async function told(data: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(prisma, { ...ALL, ...data });
  const phone = browser();
  await save(user, phone).expect(204);
  const messages = () =>
    service.received
      .filter(({ path }) => path === phone.path)
      .map(({ body }) => JSON.parse(phone.decrypt(body)));
  return { user, phone, messages };
}

async function invite(user: User, name = 'Rainy days') {
  const owner = await createUser(prisma);
  const list = await createList(prisma, owner, {
    name,
    shares: [{ user, state: 'pending', invitedById: owner.id }],
  });
  const share = await prisma.userListShare.findFirstOrThrow({ where: { listId: list.id } });
  return { owner, list, share };
}

describe('a push', () => {
  it('is encrypted for the browser and signed by the server, and opens what it speaks of', async () => {
    const { user, phone, messages } = await told();
    const { owner, share } = await invite(user);
    await push.send(user.id, { kind: 'invitation', shareId: share.id });
    expect(messages()).toEqual([
      {
        title: `${owner.displayName} shares a list with you`,
        body: 'Rainy days',
        path: `/accept_list/${share.code}`,
        tag: `invitation ${share.id}`,
      },
    ]);
    const sent = service.received.find(({ path }) => path === phone.path);
    expect(sent?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '21600' });
    const { claims, key } = readVapid(String(sent?.headers.authorization));
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:support@marquee.example' });
    expect(key).toBe(keys.VAPID_PUBLIC_KEY);
  });

  it('comes once a day of one subject, also when the job runs twice or two run at once', async () => {
    const { user, messages } = await told();
    const { share } = await invite(user);
    const send = () => push.send(user.id, { kind: 'invitation', shareId: share.id });
    await Promise.all([send(), send()]);
    await send();
    expect(messages()).toHaveLength(1);
  });

  it('waits until the quiet hours of the user end', async () => {
    const at = (minutes: number) => timeIn('Asia/Tokyo', new Date(Date.now() + minutes * 60_000));
    const night = { timeZone: 'Asia/Tokyo', quietFrom: at(-60), quietTo: at(120) };
    const { user, messages } = await told(night);
    const { share } = await invite(user);
    await push.send(user.id, { kind: 'invitation', shareId: share.id });
    await push.send(user.id, { kind: 'invitation', shareId: share.id });
    expect(messages()).toEqual([]);
    const waiting = await prisma.outboxMessage.findMany({ where: { userId: user.id, kind: 'push' } });
    expect(waiting).toHaveLength(1);
    const minutes = ((waiting[0]?.availableAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(110);
    expect(minutes).toBeLessThan(125);
  });

  it('is not sent for a kind that is off, without access, or when its reason is gone', async () => {
    const off = await told({ pushInvitation: false });
    const lapsed = await told();
    const late = await told();
    const [toOff, toLapsed, toLate] = [
      await invite(off.user),
      await invite(lapsed.user),
      await invite(late.user),
    ];
    await prisma.user.update({ where: { id: lapsed.user.id }, data: { trialEndsAt: new Date(0) } });
    await prisma.userListShare.update({
      where: { id: toLate.share.id },
      data: { state: 'accepted', acceptedAt: new Date() },
    });
    await push.send(off.user.id, { kind: 'invitation', shareId: toOff.share.id });
    await expect.poll(async () => (await deps.users.findAccess(lapsed.user.id))?.memberUntil).toBe(0);
    await push.send(lapsed.user.id, { kind: 'invitation', shareId: toLapsed.share.id });
    await push.send(late.user.id, { kind: 'invitation', shareId: toLate.share.id });
    expect([off, lapsed, late].flatMap(({ messages }) => messages())).toEqual([]);
  });

  it('tells of a round that waits', async () => {
    const { user, messages } = await told();
    const host = await createUser(prisma);
    const round = await createRound(prisma, host, []);
    await prisma.roundInvitation.create({ data: { roundId: round.id, userId: user.id } });
    await push.send(user.id, { kind: 'round', roundId: round.id });
    expect(messages()).toMatchObject([
      { title: `${host.displayName} is choosing a title`, path: `/together/${round.code}` },
    ]);
  });
});

describe('what the evening brings', () => {
  const zones = Array.from({ length: 24 }, (_, hour) => `Etc/GMT${hour < 12 ? '+' : '-'}${hour % 12}`);
  /** A zone in which it is evening now, so that the test may run at any time. */
  const zone = zones.find(
    (each) => timeIn(each, new Date()) >= '18:00' && timeIn(each, new Date()) < '22:00',
  );
  const queued = (user: User) =>
    prisma.outboxMessage.findMany({ where: { userId: user.id, kind: 'push' }, orderBy: { id: 'asc' } });

  it('is queued once for a saved title that leaves in three days and for an episode of the day', async () => {
    const { user, messages } = await told({ timeZone: zone ?? null });
    const day = dayIn(zone ?? null, new Date());
    const [leaving, watched, other] = [
      await createMedium(prisma, { title: 'Heat' }),
      await createMedium(prisma, { title: 'Severance', type: 'series' }),
      await createMedium(prisma),
    ];
    const offer = await createOffer(prisma, leaving, {
      leavingOn: new Date(Date.parse(day) + 3 * 86_400_000),
    });
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId: offer.providerId } });
    await createList(prisma, user, { media: [leaving, other] });
    await prisma.episode.create({
      data: { mediumId: watched.id, season: 2, episode: 3, airDate: new Date(day) },
    });
    await prisma.userSeries.create({ data: { userId: user.id, mediumId: watched.id, state: 'watching' } });
    await push.queueEvening();
    await push.queueEvening();
    const rows = await queued(user);
    expect(rows.map(({ payload }) => payload)).toEqual([
      { kind: 'episode', mediumId: watched.id, more: 0 },
      { kind: 'saved', mediumId: leaving.id, more: 0 },
    ]);
    await push.send(user.id, { kind: 'saved', mediumId: leaving.id, more: 2 });
    await push.send(user.id, { kind: 'episode', mediumId: watched.id, more: 0 });
    expect(messages()).toMatchObject([
      {
        title: 'Heat',
        body: expect.stringMatching(/^Leaves .* in three days\. And 2 more\.$/),
        path: `/discover/media/${leaving.id}`,
      },
      { title: 'Severance', body: 'Season 2, episode 3 is out today.' },
    ]);
  });

  /** A user who is watching a series, of which an episode of the day is known. */
  async function watching(
    data: Partial<Prisma.EpisodeUncheckedCreateInput> = {},
    settings: Parameters<typeof createUser>[1] = {},
  ) {
    const { user, messages } = await told({ timeZone: zone ?? null, ...settings });
    const day = dayIn(user.timeZone, new Date());
    const { id: mediumId } = await createMedium(prisma, { title: 'Severance', type: 'series' });
    const numbers = { mediumId, season: 1, episode: 1 };
    await prisma.episode.create({ data: { ...numbers, airDate: new Date(day), ...data } });
    const series = { userId: user.id, mediumId };
    await prisma.userSeries.create({ data: { ...series, state: 'watching' } });
    return { user, messages, mediumId, series, day };
  }

  it('comes before quiet hours that begin earlier and last until the next day', async () => {
    const afternoon = zones.find((each) => {
      const time = timeIn(each, new Date());
      return time >= '13:00' && time < '15:00';
    });
    const inHalfAnHour = timeIn(afternoon ?? null, new Date(Date.now() + 30 * 60_000));
    const early = { timeZone: afternoon ?? null, quietFrom: inHalfAnHour, quietTo: '08:00' };
    const { user } = await watching({}, early);
    const usual = await watching({}, { ...early, quietFrom: '22:00' });
    await push.queueEvening();
    expect(await queued(user)).toHaveLength(1);
    expect(await queued(usual.user)).toHaveLength(0);
  });

  /** A user with a service whose stock is old, and titles that came to it at some time. */
  async function arriving(count: number, firstSeenAt: Date) {
    const { user, messages } = await told({ timeZone: zone ?? null });
    const stock = await createOffer(prisma, await createMedium(prisma), { firstSeenAt: new Date(0) });
    const { providerId } = stock;
    await prisma.userMediumProvider.create({ data: { userId: user.id, providerId } });
    const media: Medium[] = [];
    for (let at = 0; at < count; at++) {
      const medium = await createMedium(prisma);
      const offer = { providerId, mediumId: medium.id, url: 'https://example.com/watch', source: 'test' };
      await prisma.providerMedium.create({ data: { ...offer, firstSeenAt } });
      media.push(medium);
    }
    const list = await createList(prisma, user, { media });
    return { user, messages, media, list };
  }

  it('has an episode on the day of its instant in the zone of the user', async () => {
    // The source names the day before or after, as it does for 23:30 in New York.
    const far = new Date(Date.now() + 5 * 86_400_000);
    const here = await watching({ airAt: new Date(), airDate: far });
    const elsewhere = await watching({ airAt: new Date(Date.now() - 23 * 3_600_000) });
    await push.queueEvening();
    expect(await queued(here.user)).toHaveLength(1);
    expect(await queued(elsewhere.user)).toEqual([]);
  });

  it('has what came since the evening before, and nothing that was told then', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const [late, early] = [await arriving(1, hoursAgo(22)), await arriving(1, hoursAgo(26))];
    const yesterday = new Date(Date.parse(dayIn(zone ?? null, new Date())) - 86_400_000);
    for (const { user } of [late, early])
      await prisma.pushSent.create({
        data: { userId: user.id, subject: 'evening', day: yesterday, createdAt: hoursAgo(24) },
      });
    await push.queueEvening();
    expect(await queued(late.user)).toHaveLength(1);
    expect(await queued(early.user)).toEqual([]);
  });

  it('is told by five pushes at most, of which the last says how many titles there are more', async () => {
    const { user, messages, media } = await arriving(8, new Date());
    await push.queueEvening();
    const rows = await queued(user);
    expect(rows.map(({ payload }) => payload)).toEqual(
      media.slice(0, 5).map(({ id }, at) => ({ kind: 'saved', mediumId: id, more: at === 4 ? 3 : 0 })),
    );
    await push.send(user.id, { kind: 'saved', mediumId: media[4]?.id ?? 0, more: 3 });
    expect(messages()).toMatchObject([{ body: expect.stringMatching(/^New on .*\. And 3 more\.$/) }]);
  });

  it('is not told once the title is seen, dropped or no longer saved, or its day has passed', async () => {
    const [seen, dropped, passed] = [
      await watching(),
      await watching(),
      await watching({ airDate: new Date(Date.now() - 3 * 86_400_000) }),
    ];
    const unsaved = await arriving(1, new Date());
    const day = new Date(seen.day);
    await prisma.userEpisode.create({ data: { ...seen.series, season: 1, episode: 1, days: [day] } });
    await prisma.userSeries.updateMany({ where: dropped.series, data: { state: 'dropped' } });
    await prisma.userListMedium.deleteMany({ where: { listId: unsaved.list.id } });
    for (const { user, mediumId } of [seen, dropped, passed])
      await push.send(user.id, { kind: 'episode', mediumId, more: 0 });
    await push.send(unsaved.user.id, { kind: 'saved', mediumId: unsaved.media[0]?.id ?? 0, more: 0 });
    expect([seen, dropped, passed, unsaved].flatMap(({ messages }) => messages())).toEqual([]);
  });

  it('is nothing without a browser, and for who switched nothing on', async () => {
    const alone = await createUser(prisma, { ...ALL, timeZone: zone ?? null });
    const off = await told({ pushEpisode: false, pushSaved: false, timeZone: zone ?? null });
    await push.queueEvening();
    expect(await prisma.pushSent.count({ where: { userId: { in: [alone.id, off.user.id] } } })).toBe(0);
  });
});

describe('a browser', () => {
  const endpoints = async (user: User) =>
    (await prisma.pushSubscription.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } })).map(
      ({ endpoint }) => endpoint,
    );

  it('is forgotten once its service says that it is gone, and no redirect is followed', async () => {
    const { user, phone } = await told();
    const moved = browser();
    await save(user, moved).expect(204);
    service.answer(phone.path, 410);
    service.answer(moved.path, 307, `${service.origin}/inside`);
    const { share } = await invite(user);
    await expect(push.send(user.id, { kind: 'invitation', shareId: share.id })).rejects.toThrow();
    expect(await endpoints(user)).toEqual([moved.subscription.endpoint]);
    expect(service.received.some(({ path }) => path === '/inside')).toBe(false);
    // What nobody could be told of is told when the job is tried again.
    service.answer(moved.path, 201);
    await push.send(user.id, { kind: 'invitation', shareId: share.id });
    expect(service.received.filter(({ path }) => path === moved.path)).toHaveLength(2);
  });

  it('belongs to the last user who sent it, and the eleventh replaces the oldest', async () => {
    const [first, second] = [await createUser(prisma), await createUser(prisma)];
    const shared = browser();
    await save(first, shared).expect(204);
    await save(second, shared).expect(204);
    await save(second, shared).expect(204);
    expect([await endpoints(first), await endpoints(second)]).toEqual([[], [shared.subscription.endpoint]]);
    const more = Array.from({ length: PUSH_SUBSCRIPTIONS_MAX }, browser);
    for (const each of more) await save(second, each).expect(204);
    expect(await endpoints(second)).toEqual(more.map(({ subscription }) => subscription.endpoint));
  });

  it('belongs to one user after two sent it at once', async () => {
    const pair = [await createUser(prisma), await createUser(prisma)];
    for (let round = 0; round < 10; round++) {
      const shared = browser();
      await Promise.all(pair.map((user) => save(user, shared).expect(204)));
      const { endpoint } = shared.subscription;
      expect(await prisma.pushSubscription.count({ where: { endpoint } })).toBe(1);
    }
  });

  it('is not saved when its session ends during the look-up of the address', async () => {
    const user = await createUser(prisma);
    const token = tokenOf(user);
    await visitor.post('/users/sign_out').set('authorization', `Bearer ${token}`).expect(204);
    const { id: userId, tokenVersion } = user;
    const now = new Date();
    const caller = { userId, tokenVersion, token, issuedAt: now, expiresAt: now, isMember: true, key: null };
    await expect(push.save(caller, { subscription: browser().subscription })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(await endpoints(user)).toEqual([]);
  });

  it('does not wait for ever for a service that sends one header after the other', async () => {
    const client = createPushService(
      { ...keys, PUSH_LOOPBACK: 'on', SUPPORT_EMAIL: 'a@b.example' },
      { timeoutMs: 100 },
    );
    const slow = browser();
    service.drip(slow.path);
    const { endpoint, keys: own } = slow.subscription;
    await expect(client.send({ endpoint, ...own }, '{}')).rejects.toThrow('aborted');
  });

  it('is told although another browser of the user cannot be reached, and no secret is logged', async () => {
    const { user, messages } = await told();
    const { p256dh, auth } = browser().subscription.keys;
    const endpoint = `ftp://push.example.com/${user.id}-secret`;
    const row = {
      userId: user.id,
      p256dh,
      auth,
      tokenHash: 'x',
      sessionEndsAt: new Date(Date.now() + 60_000),
    };
    await prisma.pushSubscription.create({ data: { ...row, endpoint } });
    const { share } = await invite(user);
    await push.send(user.id, { kind: 'invitation', shareId: share.id });
    expect(messages()).toHaveLength(1);
    const client = createPushService({ ...keys, PUSH_LOOPBACK: 'off', SUPPORT_EMAIL: 'a@b.example' });
    await expect(client.send({ endpoint, p256dh, auth }, '{}')).rejects.toThrow(
      'push.example.com is no address of a push service',
    );
  });

  it('is taken from its user by nobody but that user', async () => {
    const { user, phone } = await told();
    const { endpoint } = phone.subscription;
    await as(await createUser(prisma))
      .delete('/api/v1/push')
      .send({ endpoint })
      .expect(204);
    expect(await endpoints(user)).toEqual([endpoint]);
    await as(user).delete('/api/v1/push').send({ endpoint }).expect(204);
    await as(user).delete('/api/v1/push').send({ endpoint }).expect(204);
    expect(await endpoints(user)).toEqual([]);
  });

  it('ends with its session, and with all of them', async () => {
    const user = await createUser(prisma);
    const [phone, desk] = [browser(), browser()];
    const token = tokenOf(user);
    await visitor
      .put('/api/v1/push')
      .set('authorization', `Bearer ${token}`)
      .send({ subscription: phone.subscription })
      .expect(204);
    await save(user, desk).expect(204);
    await visitor.post('/users/sign_out').set('authorization', `Bearer ${token}`).expect(204);
    expect(await endpoints(user)).toEqual([desk.subscription.endpoint]);
    await as(user).post('/users/sign_out').send({ everywhere: true }).expect(204);
    expect(await endpoints(user)).toEqual([]);
  });
});

describe('an address that is no push service', () => {
  const { subscription } = browser();
  const refusedBy = (endpoint: string) =>
    strict.visitor
      .put('/api/v1/push')
      .set('authorization', `Bearer ${app.issueToken(userId, 0)}`)
      .send({ subscription: { ...subscription, endpoint } });
  let userId = 0;

  it.each([
    'http://push.example.com/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://[::ffff:10.0.0.1]/1',
    'https://10.1.2.3/1',
    'https://192.168.1.1/1',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/1',
    'https://0.0.0.0/1',
    'https://2130706433/1',
    'https://0x7f.1/1',
    'https://localhost/1',
    'https://[fd00::1]/1',
    'https://[64:ff9b::7f00:1]/1',
    'https://push.example.com:8443/1',
    'https://user@push.example.com/1',
    'ftp://push.example.com/1',
    'javascript:alert(1)',
    'https://nowhere.invalid/1',
  ])('is refused when it is saved: %s', async (endpoint) => {
    userId ||= (await createUser(prisma)).id;
    const { body } = await refusedBy(endpoint).expect(422);
    expect(Object.keys(body.errors)).toEqual(['endpoint']);
  });

  it('is known by its name, and accepted unseen only while DNS fails', async () => {
    const names = await startNameServer({
      'push.example.com': '93.184.215.14',
      'inside.example.com': '10.0.0.1',
      'failing.example.com': null,
    });
    const env = { ...keys, PUSH_LOOPBACK: 'off', SUPPORT_EMAIL: 'a@b.example' } as const;
    const client = createPushService(env, { nameServers: [names] });
    const may = (host: string) => client.mayUse(`https://${host}/1`);
    expect(await may('push.example.com')).toBe(true);
    expect(await may('inside.example.com')).toBe(false);
    expect(await may('missing.example.com')).toBe(false);
    expect(await may('failing.example.com')).toBe(true);
  });

  it('is refused at each sending too, whatever its name meant before', async () => {
    const client = createPushService({ ...keys, PUSH_LOOPBACK: 'off', SUPPORT_EMAIL: 'a@b.example' });
    const { p256dh, auth } = subscription.keys;
    for (const endpoint of ['https://localhost/1', 'https://127.0.0.1/1', service.origin])
      await expect(client.send({ endpoint, p256dh, auth }, '{}')).rejects.toThrow(
        'no address of a push service',
      );
  });

  it('is not stored with a key that is no point of the curve', async () => {
    userId ||= (await createUser(prisma)).id;
    const keysOfNobody = { ...subscription.keys, p256dh: `B${'A'.repeat(86)}` };
    const { body } = await strict.visitor
      .put('/api/v1/push')
      .set('authorization', `Bearer ${app.issueToken(userId, 0)}`)
      .send({ subscription: { endpoint: subscription.endpoint, keys: keysOfNobody } })
      .expect(422);
    expect(Object.keys(body.errors)).toEqual(['p256dh']);
  });
});

describe('the settings', () => {
  it('are off at first, and the first kind begins the quiet hours of the night', async () => {
    const user = await createUser(prisma);
    const put = async (given: object) =>
      (await as(user).put('/api/v1/user').send({ user: given }).expect(200)).body.user;
    const none = { episode: false, saved: false, invitation: false, round: false };
    expect(await put({ first_name: 'Ada' })).toMatchObject({ push_preferences: none, quiet_hours: null });
    expect(await put({ push_preferences: { round: true } })).toMatchObject({
      push_preferences: { ...none, round: true },
      quiet_hours: { from: '22:00', to: '08:00' },
    });
    expect((await put({ quiet_hours: null })).quiet_hours).toBeNull();
    expect((await put({ push_preferences: { saved: true } })).quiet_hours).toBeNull();
    const hours = { from: '21:30', to: '06:00' };
    expect((await put({ quiet_hours: hours })).quiet_hours).toEqual(hours);
    await as(user)
      .put('/api/v1/user')
      .send({ user: { quiet_hours: { from: '24:00', to: '1:00' } } })
      .expect(422);
  });

  it('tell the key of the server, or that there is none', async () => {
    const user = await createUser(prisma);
    const { body } = await as(user).get('/api/v1/push').expect(200);
    expect(body).toEqual({ public_key: keys.VAPID_PUBLIC_KEY });
    const without = await startApp();
    expect((await without.as(user).get('/api/v1/push').expect(200)).body).toEqual({ public_key: null });
  });
});
