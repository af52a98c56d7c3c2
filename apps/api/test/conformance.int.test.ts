// Checks the rules of docs/api.md for all calls and for the fields of replies, unless another test checks the
// rule. conformance-input.int.test.ts checks input, and conformance-titles.int.test.ts checks titles.
import { type RouteContract, routes } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import { type Call, send } from './calls.ts';
import { createList, createMedium, createOffer, createUser, PASSWORD, unique } from './factories.ts';

const app = await startApp();
const { prisma, visitor } = app;

const medium = await createMedium(prisma, { popularity: 10 });
const offer = await createOffer(prisma, medium);
const person = await prisma.person.create({
  data: {
    source: 'test',
    externalId: 'ada',
    fullName: 'Ada Lens',
    credits: { create: { mediumId: medium.id, role: 'director', position: 0 } },
  },
});
await prisma.genre.create({ data: { title: 'Drama' } });
await prisma.systemMediumTag.create({ data: { tag: 'Slow burn' } });
await app.deps.inMemory.refresh();

const served = Object.entries<RouteContract>(routes).map(([key, contract]) => {
  const [method = '', template = ''] = key.split(' ');
  return { key, contract, method, path: template.replace(/\{\w+\}/g, '1') };
});

describe('every API route answers with and without the .json suffix', () => {
  it.each(served)('$key', async ({ method, path }) => {
    const ask = (url: string) =>
      app.app.inject({ method: method as 'GET', url, headers: { accept: 'application/json' } });
    const [plain, suffixed] = [await ask(path), await ask(`${path}.json`)];
    expect(suffixed.statusCode).toBe(plain.statusCode);
    expect(suffixed.headers['content-type']).toBe(plain.headers['content-type']);
    expect(suffixed.statusCode === 404 && suffixed.body.includes('not_found')).toBe(
      plain.statusCode === 404 && plain.body.includes('not_found'),
    );
  });
});

describe('tokens', () => {
  it('are valid for 30 days and contain user id and token version', async () => {
    const user = await createUser(prisma, { tokenVersion: 3 });
    const { body } = await visitor
      .post('/users/sign_in')
      .send({ user: { email: user.email, password: PASSWORD } });
    const claims = JSON.parse(Buffer.from(body.user.access_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ sub: String(user.id), ver: 3 });
    expect(claims.exp - claims.iat).toBe(30 * 86_400);
  });

  const IGNORING = [
    'POST /users/sign_in',
    'POST /users',
    'POST /api/v1/users/check_email_exists',
    'POST /api/v1/users/check_display_name_exists',
    'POST /webhooks/stripe',
    'POST /webhooks/apple',
    'POST /webhooks/google',
    'POST /hooks/watched/{secret}',
    'GET /feeds/{secret}/{file}',
  ];
  it.each(served)(
    'that are invalid cause 401, except on calls that ignore tokens: %s',
    async ({ key, method, path }) => {
      const { statusCode } = await app.app.inject({
        method: method as 'GET',
        url: path,
        headers: { accept: 'application/json', authorization: 'Bearer nonsense-but-long-enough' },
      });
      expect(statusCode === 401).toBe(!IGNORING.includes(key));
    },
  );

  it.each([undefined, '', 'Bearer', 'Bearer false', 'Bearer null', 'Bearer marquee-public-client'])(
    'are not needed to read a title, which has no offers and no likelihood without a token (header %j)',
    async (header) => {
      for (const path of [`/api/v1/media/${medium.id}`, `/api/v1/media/${medium.id}.json`]) {
        const request = visitor.get(path);
        const { body } = await (header === undefined ? request : request.set('authorization', header));
        expect(body.medium).toMatchObject({
          provider_medium: [],
          no_providers: false,
          likelyhood: null,
          rating: null,
          hidden: false,
          favorited: false,
          has_list: false,
          already_added: null,
          because: null,
        });
      }
    },
  );
});

describe('fields of a schema', () => {
  const FIELDS = {
    user: 'id access_token signup_step trial_or_subscribed has_creation_trial product_id product_name price_id subscription_status subscribed subscription_canceled subscription_processor plan_read_only pending_referral_source first_name last_name email phone_number gender birthdate display_name critical_rating_source add_tags_while_rating unavailable_titles preferences trial_ends_at current_period_end notification_preferences',
    medium:
      'id title type poster_url backdrop_url video_url overview release_year genres directors cast no_providers provider_medium hidden likelyhood rating favorited has_list already_added critical_rating because',
    provider_medium: 'id url price selected medium_provider',
    medium_provider: 'id name image featured',
    person: 'id full_name image',
    plan: 'id name description plan_id pricings',
    pricing: 'id price_in_cents is_recurring is_free interval',
    user_list:
      'id name staff_pick can_manage can_edit is_owner can_share owner_name count_media has_medium pending_accept code share_code share_items list_type collaborate sorted_medium_ids media',
    share_item: 'id email display_name share_allowed state',
    user_medium_rating: 'rating tags medium_id can_suggest_to_share',
    user_interaction: 'id medium_id provider_medium_id answer',
    user_medium_genre: 'id active medium_genre',
    system_medium_tag: 'id tag',
    referral_source: 'referral_source details',
    user_list_medium: 'id user_list_id medium_id position',
    user_medium_setting: 'not_suggest_sharing',
    pagination: 'current_page has_more page_count total_count',
    group: 'id kind title media pagination',
    user_preferences: 'filter_all_streaming_services filter_media_type',
    notification_preferences:
      'shared_list added_medium_to_list removed_medium_from_list deleted_list accepted_list rate_movie_watched',
  };
  const holds = (name: keyof typeof FIELDS, value: object) => {
    const missing = FIELDS[name].split(' ').filter((field) => !Object.hasOwn(value, field));
    expect([name, missing]).toEqual([name, []]);
  };

  it('are all present in every object of the schema', async () => {
    const user = await createUser(prisma);
    const friend = await createUser(prisma);
    const me = app.as(user);
    const list = await createList(prisma, user, { media: [medium], shares: [{ user: friend }] });

    const { user: self } = (await me.get('/api/v1/user.json')).body;
    holds('user', self);
    holds('user_preferences', self.preferences);
    holds('notification_preferences', self.notification_preferences);
    holds('user_preferences', (await me.get('/api/v1/user_preferences')).body.user_preferences);

    const full = (await me.get(`/api/v1/media/${medium.id}`)).body.medium;
    const hidden = await me.post(`/api/v1/media/${medium.id}/user_medium_hiddens`);
    const shown = await me.post(`/api/v1/media/${medium.id}/user_medium_hiddens/remove`);
    const first = (await me.get('/api/v2/media')).body;
    const listed = (await me.get(`/api/v1/user_lists/${list.id}`)).body;
    for (const one of [
      full,
      hidden.body.medium,
      shown.body.medium,
      first.media[0],
      listed.user_list.media[0],
    ])
      holds('medium', one);
    holds('provider_medium', full.provider_medium[0]);
    holds('medium_provider', full.provider_medium[0].medium_provider);
    expect(full.directors).toEqual([{ person_id: person.id, name: 'Ada Lens' }]);
    for (const body of [first, listed]) holds('pagination', body.pagination);
    const rows = (await me.get('/api/v2/media?grouped_genres=true')).body;
    holds('group', rows.grouped_media[0]);
    holds('pagination', rows.grouped_media[0].pagination);

    for (const one of [
      listed.user_list,
      (await me.get(`/api/v1/user_lists/${list.id}?simple=true`)).body.user_list,
      (await me.get('/api/v1/user_lists')).body.user_lists[0],
      (await me.post('/api/v1/user_lists').send({ name: unique('New ') })).body.user_list,
      (await app.as(friend).get(`/api/v1/user_lists/${list.id}`)).body.user_list,
      (await app.as(friend).get(`/api/v1/user_lists?shared_included=true`)).body.user_lists[2],
    ])
      holds('user_list', one);
    holds('share_item', listed.user_list.share_items[0]);

    holds('person', (await me.get(`/api/v1/people/${person.id}`)).body.person);
    const [plan] = (await visitor.get('/api/v1/plans')).body.plans;
    if (plan) {
      holds('plan', plan);
      holds('pricing', plan.pricings[0]);
    }
    holds(
      'user_medium_rating',
      (await me.get(`/api/v1/media/${medium.id}/user_medium_ratings`)).body.user_medium_rating,
    );
    const interaction = { medium_id: medium.id, provider_medium_id: offer.id };
    const followed = await me.post('/api/v1/user_interactions').send({ user_interaction: interaction });
    holds('user_interaction', followed.body.user_interaction);
    holds('user_interaction', (await me.get('/api/v1/user_interactions')).body.user_interactions[0]);
    const services = (await me.get('/api/v1/user_medium_providers')).body;
    expect(Object.keys(services).toSorted()).toEqual(['medium_providers', 'user_medium_provider_ids']);
    holds('medium_provider', services.medium_providers[0]);
    const [genre] = (await me.get('/api/v1/user_medium_genres')).body.user_medium_genres;
    holds('user_medium_genre', genre);
    expect(genre.medium_genre).toEqual({ title: 'Drama' });
    holds('system_medium_tag', (await me.get('/api/v1/system_medium_tags?query')).body.system_medium_tags[0]);
    const referral = await me
      .post('/api/v1/referral_sources')
      .send({ referral_source: { referral_source: 1 } });
    holds('referral_source', referral.body.referral_source);
    const added = await me
      .post('/api/v1/user_lists/0/user_list_media')
      .send({ user_list_medium: { medium_id: medium.id }, to_watch_later: true });
    holds('user_list_medium', added.body.user_list_medium);
    const setting = await me
      .put(`/api/v1/media/${medium.id}/user_medium_settings/0`)
      .send({ user_medium_setting: { not_suggest_sharing: false } });
    holds('user_medium_setting', setting.body.user_medium_setting);
  });

  it('include sorted_medium_ids in list order for every caller with access to the list', async () => {
    const user = await createUser(prisma);
    const other = await createMedium(prisma);
    const list = await createList(prisma, user, { media: [other, medium] });
    const expected = `${other.id},${medium.id}`;
    const orderIn = (lists: { id: number; sorted_medium_ids: string }[]) =>
      lists.find(({ id }) => id === list.id)?.sorted_medium_ids;
    const me = app.as(user);
    expect((await me.get(`/api/v1/user_lists/${list.id}`)).body.user_list.sorted_medium_ids).toBe(expected);
    expect(orderIn((await me.get('/api/v1/user_lists')).body.user_lists)).toBe(expected);
    const third = await createMedium(prisma);
    const select = (user_list_ids: number[]) =>
      me
        .post('/api/v1/user_lists/0/user_list_media/save_selection')
        .send({ user_list_medium: { medium_id: third.id, user_list_ids } });
    expect(orderIn((await select([list.id])).body.user_lists)).toBe(`${expected},${third.id}`);
    expect(orderIn((await select([])).body.user_lists)).toBe(expected);
    const batch = await me.post('/api/v1/user_lists/batch_update').send({ user_lists: [] });
    expect(orderIn(batch.body.user_lists)).toBe(expected);
  });
});

describe('retries', () => {
  it('that delete a list or rating again get the status of the first call', async () => {
    const [owner, member, invited] = [
      await createUser(prisma),
      await createUser(prisma),
      await createUser(prisma),
    ];
    const list = await createList(prisma, owner, {
      shares: [{ user: member }, { user: invited, state: 'pending' }],
    });
    const path = `/api/v1/user_lists/${list.id}`;
    const batch = { user_lists: [{ id: list.id, _destroy: true }] };
    for (const person of [member, invited, owner]) {
      for (let time = 0; time < 2; time++) {
        expect((await send(app.as(person), ['post', '/api/v1/user_lists/batch_update', batch])).status).toBe(
          200,
        );
        expect((await send(app.as(person), ['delete', path])).status).toBe(204);
      }
    }
    const stranger = await createUser(prisma);
    expect((await send(app.as(stranger), ['post', '/api/v1/user_lists/batch_update', batch])).status).toBe(
      404,
    );
    for (let time = 0; time < 2; time++) {
      const rating: Call = ['delete', `/api/v1/media/${medium.id}/user_medium_ratings`];
      expect((await send(app.as(owner), rating)).status).toBe(204);
    }
  });
});

describe('limits', async () => {
  const limited = await startApp({ RATE_LIMIT: 'on' });

  it('count only failed logins, even when logins are simultaneous, and refuse logins after ten failures', async () => {
    const user = await createUser(limited.prisma);
    const signIn = (password: string) =>
      limited.visitor.post('/users/sign_in').send({ user: { email: user.email, password } });
    const many = await Promise.all(Array.from({ length: 15 }, () => signIn(PASSWORD)));
    expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
    const wrong = await Promise.all(Array.from({ length: 15 }, () => signIn('wrong-password-1')));
    const statuses = wrong.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([
      ...Array.from({ length: 10 }, () => 422),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    expect(Number(wrong.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(0);
    const confirm = () =>
      limited
        .as(user)
        .post('/api/v1/users/password_confirmation')
        .send({ user: { password: PASSWORD } });
    const confirmed = await Promise.all(Array.from({ length: 15 }, confirm));
    expect(new Set(confirmed.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('TRIAL_DAYS=0', async () => {
  const world = await startApp({ TRIAL_DAYS: 0 });

  it('causes 402 on every member call after sign-up, and on no other call', async () => {
    const name = unique('t');
    const account = { email: `${name}@example.com`, password: PASSWORD, display_name: name, signup_step: 4 };
    const { status, body } = await world.visitor.post('/users.json').send({ user: account });
    expect([status, body.user]).toMatchObject([
      201,
      { trial_or_subscribed: false, has_creation_trial: false, trial_ends_at: null, signup_step: 4 },
    ]);
    expect((await world.visitor.get('/api/v1/plans')).body.trial_days).toBe(0);
    for (const { key, contract, method, path } of served) {
      // These two calls end the token, which the next calls need.
      if (key === 'POST /api/v1/users/destroy' || key === 'POST /users/sign_out') continue;
      const { statusCode } = await world.app.inject({
        method: method as 'GET',
        url: path,
        headers: { accept: 'application/json', authorization: `Bearer ${body.user.access_token}` },
      });
      expect([key, statusCode === 402]).toEqual([key, contract.access === 'member']);
      expect([401, 403]).not.toContain(statusCode);
    }
  });
});

describe('deletion by mail', () => {
  it('answers known and unknown addresses with the same text, after at least 95 ms', async () => {
    const user = await createUser(prisma);
    const ask = async (path: string, email: string) => {
      const start = performance.now();
      const { status, body } = await visitor.post(path).send({ user: { email }, code: 'wrong' });
      return { answer: { status, body }, took: performance.now() - start };
    };
    for (const path of ['/api/v1/user/delete_account', '/api/v1/user/confirm_delete_account']) {
      const [known, unknown] = [await ask(path, user.email), await ask(path, 'nobody@example.com')];
      expect(known.answer).toEqual(unknown.answer);
      for (const { took } of [known, unknown]) expect(took).toBeGreaterThan(95);
    }
  });
});
