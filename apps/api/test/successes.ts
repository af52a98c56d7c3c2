import type { RouteKey } from '@marquee/contracts';
import { createSecret } from '#src/core/secrets.ts';
import type { Billing } from './billing.ts';
import { createKey, createMedium, createUser, PASSWORD, unique } from './factories.ts';
import { googlePush, signNotification, signTransaction } from './stores.ts';
import { signEvent } from './stripe-control.ts';

type App = Billing;

interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  token?: string;
  headers?: Record<string, string>;
}

/** Returns the nonce of the user's last mail of this kind. Tokens and codes are derived from the nonce. */
async function lastNonce({ prisma }: App, userId: number, kind: string): Promise<string> {
  const { payload } = await prisma.outboxMessage.findFirstOrThrow({
    where: { userId, kind },
    orderBy: { id: 'desc' },
  });
  return payload && typeof payload === 'object' && 'nonce' in payload ? String(payload.nonce) : '';
}

/** Successful requests for calls whose request in matrix.ts causes an error status. */
export const SUCCESSES: Partial<Record<RouteKey, (app: App) => Promise<Request>>> = {
  'POST /users/sign_in': async (app) => {
    const { email } = await createUser(app.prisma);
    return { body: { user: { email, password: PASSWORD } } };
  },
  'POST /users': async () => {
    const name = unique('new');
    return { body: { user: { email: `${name}@example.com`, display_name: name, password: PASSWORD } } };
  },
  'POST /users/password': async (app) => {
    const { email } = await createUser(app.prisma);
    return { body: { user: { email } } };
  },
  'PATCH /users/password': async (app) => {
    const { id, email } = await createUser(app.prisma);
    await app.visitor.post('/users/password').send({ user: { email } }).expect(201);
    const nonce = await lastNonce(app, id, 'password_reset');
    const reset_password_token = app.deps.secrets.deriveToken('password_reset', id, nonce);
    const password = 'new password 1';
    return { body: { user: { reset_password_token, password, password_confirmation: password } } };
  },
  'POST /api/v1/users/password_confirmation': async (app) => {
    const user = await createUser(app.prisma);
    return { token: app.tokenOf(user), body: { user: { password: PASSWORD } } };
  },
  'PUT /api/v1/media/{id}/episodes': async (app) => ({
    params: { id: String((await createMedium(app.prisma, { type: 'series' })).id) },
    body: { episodes: [{ season: 1, episode: 1 }], seen: true },
    token: app.tokenOf(await createUser(app.prisma)),
  }),
  'PUT /api/v1/media/{id}/watching': async (app) => ({
    params: { id: String((await createMedium(app.prisma, { type: 'series' })).id) },
    body: { state: 'on_hold' },
    token: app.tokenOf(await createUser(app.prisma)),
  }),
  'POST /api/v1/user/confirm_delete_account': async (app) => {
    const { id, email } = await createUser(app.prisma);
    await app.visitor.post('/api/v1/user/delete_account').send({ user: { email } }).expect(200);
    const nonce = await lastNonce(app, id, 'deletion_code');
    return { body: { user: { email }, code: app.deps.secrets.deriveToken('deletion_code', id, nonce) } };
  },
  'POST /api/v1/plans/change': async (app) => ({
    token: app.tokenOf(await createUser(app.prisma)),
    body: { plan_id: 'monthly' },
  }),
  'POST /api/v1/plans/preview': async (app) => ({
    token: app.tokenOf(await createUser(app.prisma)),
    body: { plan_id: 'monthly' },
  }),
  'POST /api/v1/plans/cancel': bySubscriber,
  'POST /api/v1/plans/manage': bySubscriber,
  'POST /webhooks/stripe': async ({ secret }) => {
    const body = { id: unique('evt_'), type: 'customer.created' };
    return { body, headers: { 'stripe-signature': signEvent(JSON.stringify(body), secret) } };
  },
  'POST /webhooks/apple': async ({ stores }) => ({
    body: { signedPayload: (await signNotification(stores.apple, { id: unique('9') })).signedPayload },
  }),
  'POST /webhooks/google': async ({ stores }) => ({
    body: googlePush(unique('purchase')),
    headers: { authorization: stores.google.signPush() },
  }),
  'POST /api/v1/plans/store_purchase': async (app) => ({
    token: app.tokenOf(await createUser(app.prisma)),
    body: { processor: 'apple', token: await signTransaction(app.stores.apple, { id: unique('9') }) },
  }),
  'POST /users/sign_out': async (app) => ({ token: app.tokenOf(await createUser(app.prisma)) }),
  'POST /api/v1/users/confirm_email': async (app) => {
    const user = await createUser(app.prisma, { emailVerifiedAt: null });
    await app.as(user).post('/api/v1/users/resend_confirmation').expect(200);
    const nonce = await lastNonce(app, user.id, 'confirm_email');
    return { body: { code: app.deps.secrets.deriveToken('email_confirm', user.id, nonce) } };
  },
  'POST /api/v1/users/restore_email': async (app) => {
    const user = await createUser(app.prisma);
    const email = `${unique('new')}@example.com`;
    await app.as(user).put('/api/v1/user').send({ user: { email } }).expect(200);
    const nonce = await lastNonce(app, user.id, 'email_changed');
    return { body: { code: app.deps.secrets.deriveToken('email_restore', user.id, nonce) } };
  },
  'POST /api/v1/user/imports': async (app) => ({
    token: app.tokenOf(await createUser(app.prisma)),
    query: { source: 'imdb' },
    body: Buffer.from('Const,Your Rating,Title\n'),
    headers: { 'content-type': 'application/octet-stream' },
  }),
  'GET /api/v1/user/imports/{id}': byImporter('ready'),
  'PATCH /api/v1/user/imports/{id}': async (app) => {
    const user = await createUser(app.prisma);
    const { id } = await app.prisma.userImport.create({
      data: {
        userId: user.id,
        source: 'netflix',
        sha256: 'x',
        bytes: 1,
        state: 'profile',
        profiles: [{ name: 'Anna', entries: 2 }],
      },
    });
    return { token: app.tokenOf(user), params: { id: String(id) }, body: { profile: 'Anna' } };
  },
  'POST /api/v1/user/imports/{id}/confirm': byImporter('ready'),
  'POST /api/v1/user/imports/{id}/undo': byImporter('applied'),
  'PUT /api/v1/rounds/{code}/votes/{id}': async (app) => {
    const user = await createUser(app.prisma);
    const medium = await createMedium(app.prisma);
    const code = 'vxtesuccess22';
    await app.prisma.round.create({
      data: {
        code,
        mode: 'list',
        state: 'voting',
        country: 'US',
        mediumIds: [medium.id],
        deckIds: [],
        expiresAt: new Date(Date.now() + 3_600_000),
        members: { create: { userId: user.id, isHost: true } },
      },
    });
    return { token: app.tokenOf(user), params: { code, id: String(medium.id) }, body: { vote: 'yes' } };
  },
  'PATCH /api/v1/rounds/{code}': async (app) => {
    const user = await createUser(app.prisma);
    const { body } = await app.as(user).post('/api/v1/rounds').send({ mode: 'list' }).expect(201);
    return { token: app.tokenOf(user), params: { code: body.round.code }, body: { state: 'ended' } };
  },
  'DELETE /api/v1/rounds/{code}/members/{id}': async (app) => {
    const user = await createUser(app.prisma);
    const { code } = (await app.as(user).post('/api/v1/rounds').send({ mode: 'list' }).expect(201)).body
      .round;
    const { body } = await app.visitor
      .post(`/api/v1/rounds/${code}/join`)
      .send({ name: 'Guest' })
      .expect(200);
    return { token: app.tokenOf(user), params: { code, id: String(body.round.me) } };
  },
  'PATCH /api/v1/taste/groups/{id}': async (app) => {
    const user = await createUser(app.prisma);
    const kinds = [
      { releaseYear: 1974, countries: ['US'], language: 'en', themes: ['conspiracy'], runtimeMinutes: 115 },
      { releaseYear: 2019, countries: ['KR'], language: 'ko', themes: ['family'], runtimeMinutes: 65 },
    ];
    const genres = await Promise.all(
      kinds.map(() => app.prisma.genre.create({ data: { title: unique('Genre') } })),
    );
    const media = await Promise.all(
      kinds.flatMap((kind, at) =>
        Array.from({ length: 6 }, () =>
          createMedium(app.prisma, {
            ...kind,
            genres: { create: { genreId: genres[at]?.id ?? 0, position: 0 } },
          }),
        ),
      ),
    );
    await app.deps.inMemory.refresh();
    await app.prisma.userMediumRating.createMany({
      data: media.map(({ id }) => ({ userId: user.id, mediumId: id, rating: 9 })),
    });
    // The id of a title is also that of the taste which holds it.
    return { token: app.tokenOf(user), params: { id: String(media[0]?.id) }, body: { name: 'Paranoia' } };
  },
  'POST /api/v1/taste/poster/link': async (app) => {
    const [user, medium] = await Promise.all([createUser(app.prisma), createMedium(app.prisma)]);
    await app.deps.inMemory.refresh();
    await app.prisma.userMediumRating.create({ data: { userId: user.id, mediumId: medium.id, rating: 9 } });
    return { token: app.tokenOf(user) };
  },
  'POST /api/v1/taste/year/{year}/link': async (app) => {
    const user = await createUser(app.prisma);
    const media = await Promise.all([1, 2, 3].map(() => createMedium(app.prisma)));
    await app.deps.inMemory.refresh();
    await app.prisma.userMediumSeen.createMany({
      data: media.map(({ id }) => ({ userId: user.id, mediumId: id, seenOn: new Date('2026-03-01') })),
    });
    return { token: app.tokenOf(user), params: { year: '2026' } };
  },
  'GET /api/v1/taste/posters/{code}': async (app) => {
    const user = await createUser(app.prisma);
    const { code } = await app.prisma.tastePoster.create({
      data: { userId: user.id, code: createSecret(), groups: ['Heists'], loved: [], surprising: [] },
    });
    return { params: { code } };
  },
  'GET /feeds/{secret}/{file}': async (app) => ({
    params: {
      secret: await createKey(app.prisma, await createUser(app.prisma), ['feed']),
      file: 'watch_later.json',
    },
  }),
  'PATCH /api/v1/watch_hook': async (app) => {
    const user = await createUser(app.prisma);
    await app.as(user).post('/api/v1/watch_hook').send({ account_name: 'anna' }).expect(201);
    return { token: app.tokenOf(user), body: { account_names: ['anna', 'Anna B'], take_ratings: true } };
  },
  'POST /api/v1/watch_hook/events/{id}/undo': async (app) => {
    const [user, medium] = await Promise.all([createUser(app.prisma), createMedium(app.prisma)]);
    await app.deps.inMemory.refresh();
    const { id } = await app.prisma.watchEvent.create({
      data: { userId: user.id, mediumId: medium.id, seenOn: new Date(), wasSeen: false },
    });
    return { token: app.tokenOf(user), params: { id: String(id) } };
  },
  'GET /unsubscribe/{token}': async (app) => ({ params: { token: await unsubscribeToken(app) } }),
  'POST /unsubscribe/{token}': async (app) => ({ params: { token: await unsubscribeToken(app) } }),
};

/** Returns a request of a new user with an empty import in this state. */
function byImporter(state: 'ready' | 'applied') {
  return async (app: App): Promise<Request> => {
    const user = await createUser(app.prisma);
    const { id } = await app.prisma.userImport.create({
      data: { userId: user.id, source: 'imdb', sha256: 'x', bytes: 1, state, appliedAt: new Date() },
    });
    return { token: app.tokenOf(user), params: { id: String(id) } };
  };
}

/** Creates a request of a new user with a paid plan. */
async function bySubscriber(app: App): Promise<Request> {
  const user = await createUser(app.prisma);
  await app.subscribe(user, 'monthly');
  return { token: app.tokenOf(user) };
}

async function unsubscribeToken({ prisma, deps }: App): Promise<string> {
  const { id } = await createUser(prisma);
  return deps.services.unsubscribe.createToken({ kind: 'member', userId: id }, 'invitation');
}
