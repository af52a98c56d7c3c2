// Checks the rules of docs/api.md for ids, queries and bodies, except rules that other tests check.
import { MESSAGES } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import { type Call, send } from './calls.ts';
import { createList, createMedium, createOffer, createUser } from './factories.ts';

const app = await startApp();
const { prisma, visitor } = app;
const UNKNOWN = 2_147_483_647;

const medium = await createMedium(prisma, { popularity: 10 });
const offer = await createOffer(prisma, medium);
await app.deps.inMemory.refresh();

describe('a bad or unknown id', () => {
  const PATHS: ((id: string) => Call)[] = [
    (id) => ['get', `/api/v1/media/${id}`],
    (id) => ['get', `/api/v1/people/${id}`],
    (id) => ['post', `/api/v1/media/${id}/user_medium_hiddens`],
    (id) => ['post', `/api/v1/media/${id}/user_medium_hiddens/remove`],
    (id) => ['get', `/api/v1/media/${id}/user_medium_ratings`],
    (id) => ['post', `/api/v1/media/${id}/user_medium_ratings`, { user_medium_rating: { rating: 5 } }],
    (id) => ['delete', `/api/v1/media/${id}/user_medium_ratings`],
    (id) => [
      'put',
      `/api/v1/media/${id}/user_medium_settings/0`,
      { user_medium_setting: { not_suggest_sharing: true } },
    ],
    (id) => ['get', `/api/v1/user_interactions/${id}`],
    (id) => ['put', `/api/v1/user_interactions/${id}`, { user_interaction: { answer: 2 } }],
    (id) => ['get', `/api/v1/user/imports/${id}`],
    (id) => ['post', `/api/v1/user/imports/${id}/confirm`, {}],
    (id) => ['post', `/api/v1/user/imports/${id}/undo`],
    (id) => ['get', `/api/v1/user_lists/${id}`],
    (id) => ['put', `/api/v1/user_lists/${id}`, { user_list: {} }],
    (id) => ['delete', `/api/v1/user_lists/${id}`],
    (id) => ['post', `/api/v1/user_lists/${id}/share`, { user_list: { share_items: [] } }],
    (id) => ['post', `/api/v1/user_lists/${id}/shared_link`],
    (id) => [
      'post',
      `/api/v1/user_lists/${id}/user_list_media`,
      { user_list_medium: { medium_id: medium.id } },
    ],
    (id) => ['delete', `/api/v1/user_lists/${id}/user_list_media/0?medium_id=1`],
    (id) => ['get', `/accept_list/${id}`],
    (id) => ['get', `/reject_list/${id}`],
  ];
  it.each(PATHS.map((make) => [make('{id}').slice(0, 2).join(' '), make] as const))(
    'in the path of %s is answered with 404',
    async (_, make) => {
      const user = await createUser(prisma);
      for (const id of [String(UNKNOWN), '-1', '1.5', '9'.repeat(12), 'not-an-id', '%20', 'a'.repeat(300)]) {
        const { status, body } = await send(app.as(user), make(id));
        expect([id, status, body.error]).toEqual([id, 404, 'not_found']);
      }
    },
  );

  const BODIES: [string, (id: unknown) => Call, unknown: number][] = [
    [
      'medium_id to a system list',
      (id) => [
        'post',
        '/api/v1/user_lists/0/user_list_media',
        { user_list_medium: { medium_id: id }, to_watch_later: true },
      ],
      422,
    ],
    [
      'medium_id of an interaction',
      (id) => [
        'post',
        '/api/v1/user_interactions',
        { user_interaction: { medium_id: id, provider_medium_id: offer.id } },
      ],
      422,
    ],
    [
      'provider_medium_id',
      (id) => [
        'post',
        '/api/v1/user_interactions',
        { user_interaction: { medium_id: medium.id, provider_medium_id: id } },
      ],
      422,
    ],
    [
      'medium_providers_ids',
      (id) => ['post', '/api/v1/user_medium_providers/update_all', { medium_providers_ids: [id] }],
      422,
    ],
    ['genres_ids', (id) => ['post', '/api/v1/user_medium_genres/update_all', { genres_ids: [id] }], 422],
    [
      'user_list_ids',
      (id) => [
        'post',
        '/api/v1/user_lists/0/user_list_media/save_selection',
        { user_list_medium: { medium_id: medium.id, user_list_ids: [id] } },
      ],
      404,
    ],
    [
      'user_lists[].id',
      (id) => ['post', '/api/v1/user_lists/batch_update', { user_lists: [{ id, name: 'x' }] }],
      404,
    ],
  ];
  it.each(BODIES)(
    'in a body causes 404 for the id of a list, otherwise 422: %s',
    async (_, make, unknown) => {
      const user = await createUser(prisma);
      expect((await send(app.as(user), make(UNKNOWN))).status).toBe(unknown);
      for (const bad of [0, -1, 1.5, '1', null, 2 ** 31, true]) {
        const { status, body } = await send(app.as(user), make(bad));
        expect([bad, status, body.error]).toEqual([bad, 422, 'invalid']);
      }
    },
  );
});

describe('query keys', () => {
  const KEYS = {
    '/api/v2/media':
      'selection grouped_genres only_staff taste_rows all_streaming media_type search_type personId for_list medium_id row sort theme country language decade view page per_page',
    '/api/v1/media': 'selection grouped_genres sort media_type view page per_page',
    '/api/v1/media/to_rate': 'view page per_page',
    '/api/v1/media/rating_history': 'sort media_type view page per_page',
    '/api/v1/people': 'page per_page',
    '/api/v1/user_lists': 'medium_id to_manage shared_included',
    '/api/v1/user_lists/{list}': 'simple all_streaming media_type view page per_page',
    '/api/v1/bot_check/challenge': 'action',
  };
  it.each(Object.entries(KEYS))(
    'of %s are ignored when unknown, and cause 422 when a value is invalid or repeated: %s',
    async (template, keys) => {
      const user = await createUser(prisma);
      const list = await createList(prisma, user);
      const path = template.replace('{list}', String(list.id));
      expect((await send(app.as(user), ['get', `${path}?unknown=maybe`])).status).toBe(200);
      for (const key of keys.split(' ')) {
        for (const value of ['maybe', '', 'TRUE', '-1']) {
          const { status, body } = await send(app.as(user), ['get', `${path}?${key}=${value}`]);
          expect([key, value, status, Object.keys(body.errors ?? {})]).toEqual([key, value, 422, [key]]);
        }
        const { body } = await send(app.as(user), ['get', `${path}?${key}=1&${key}=1`]);
        expect(Object.keys(body.errors ?? {})).toEqual([key]);
      }
    },
  );
});

describe('the text in a field', () => {
  const as = async () => app.as(await createUser(prisma));
  const wide = (length: number) => '💥'.repeat(length);
  const FIELDS: [string, number, (text: string) => Promise<{ status: number }>][] = [
    ['list name', 100, async (name) => (await as()).post('/api/v1/user_lists').send({ name })],
    [
      'subject',
      200,
      async (subject) =>
        visitor
          .post('/api/v1/contact')
          .send({ contact: { subject, message: 'Hello', email: 'a@b.example' } }),
    ],
    [
      'message',
      5_000,
      async (message) =>
        visitor.post('/api/v1/contact').send({ contact: { subject: 'Hi', message, email: 'a@b.example' } }),
    ],
    [
      'feedback',
      5_000,
      async (content) => (await as()).post('/api/v1/feedback').send({ feedback: { content } }),
    ],
    [
      'tag',
      40,
      async (tag) =>
        (await as())
          .post(`/api/v1/media/${medium.id}/user_medium_ratings`)
          .send({ user_medium_rating: { rating: 5, tag_list: [tag] } }),
    ],
    [
      'referral details',
      255,
      async (details) =>
        (await as())
          .post('/api/v1/referral_sources')
          .send({ referral_source: { referral_source: 8, details } }),
    ],
    [
      'first name',
      100,
      async (first_name) => (await as()).put('/api/v1/user').send({ user: { first_name } }),
    ],
  ];
  it.each(FIELDS)('has a maximum length in Unicode characters: %s, %i', async (_, longest, send) => {
    expect((await send(wide(longest))).status).toBeLessThan(300);
    expect((await send(wide(longest + 1))).status).toBe(422);
    expect((await send(` ${'a'.repeat(longest)} `)).status).toBeLessThan(300);
  });

  it('has a minimum length in Unicode characters', async () => {
    const me = await as();
    const referral = (details: string) =>
      me.post('/api/v1/referral_sources').send({ referral_source: { referral_source: 8, details } });
    const feedback = (content: string) => me.post('/api/v1/feedback').send({ feedback: { content } });
    expect((await referral(wide(3))).status).toBe(422);
    expect((await referral(wide(4))).status).toBe(201);
    expect((await feedback(wide(4))).status).toBe(422);
    expect((await feedback(wide(5))).status).toBe(201);
  });

  it('is trimmed, normalized to NFC, and refused when it has control characters or nothing visible', async () => {
    const me = await as();
    const create = (name: string) => me.post('/api/v1/user_lists').send({ name });
    expect((await create('\u2003 Cafe\u0301 \n')).body.user_list.name).toBe('Café');
    expect((await create('CAFÉ')).body.errors.name).toEqual(['You already have a list with this name.']);
    for (const name of ['قائمة المشاهدة', 'רשימה', '明日の映画', '👩‍👩‍👧 night'])
      expect((await create(name)).body.user_list.name).toBe(name);
    for (const name of ['', '   ', '\u00a0', '\u200b', '\u200e\u2060', '\u115f\u3164', '\u2800'])
      expect((await create(name)).body.errors.name).toEqual(['Please type the list name.']);
    for (const name of ['a\u0000b', 'a\nb', 'a\u001bb', 'a\u0085b', 'a\u2028b'])
      expect((await create(name)).body.errors.name).toEqual(['Control characters are not allowed']);
  });

  it('loses its direction marks when it is a name', async () => {
    const me = await as();
    const list = await me.post('/api/v1/user_lists').send({ name: '\u202eevil\u2069 films\u200f' });
    expect(list.body.user_list.name).toBe('evil films');
    const { body } = await me
      .put('/api/v1/user')
      .send({ user: { first_name: 'A\u202eda', last_name: '\u200eLovelace\u061c' } });
    expect(body.user).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' });
  });

  it('is refused as a display name when it could be mistaken for us, at the check and at sign-up', async () => {
    const reserved = [MESSAGES.displayNameReserved];
    const checked = await app.visitor
      .post('/api/v1/users/check_display_name_exists')
      .send({ display_name: 'Supp0rt' });
    expect(checked.body).toMatchObject({ valid: false, errors: reserved });
    const user = { email: 'a@example.com', display_name: 'MarqueeTeam', password: 'long enough 1' };
    const { status, body } = await app.visitor.post('/users').send({ user });
    expect([status, body.errors]).toEqual([422, { display_name: reserved }]);
  });
});

describe('field errors', () => {
  it('name the field alone, not the object that contains the field', async () => {
    const user = await createUser(prisma);
    const list = await createList(prisma, user);
    const fields = async (path: string, body: object) => {
      const { status, body: reply } = await send(app.as(user), ['post', path, body]);
      expect(status).toBe(422);
      return reply.errors;
    };
    const empty = { name: ['Please type the list name.'] };
    expect(await fields('/api/v1/user_lists', { name: ' ' })).toEqual(empty);
    expect(await fields('/api/v1/user_lists/batch_update', { user_lists: [{ name: ' ' }] })).toEqual(empty);
    expect(await fields('/api/v1/user_lists/batch_update', { user_lists: [{}] })).toEqual(empty);
    expect(await fields('/api/v1/user_lists/batch_update', { user_lists: 1 })).toHaveProperty('user_lists');
    expect(await fields('/api/v1/feedback', { feedback: { content: '' } })).toHaveProperty('content');
    expect(await fields('/api/v1/feedback', { feedback: 1 })).toHaveProperty('feedback');
    expect(await fields('/api/v1/user_medium_genres/update_all', { genres_ids: ['x'] })).toHaveProperty(
      'genres_ids',
    );
    const share = { user_list: { share_items: [{ email: 'nobody' }] } };
    expect(await fields(`/api/v1/user_lists/${list.id}/share`, share)).toEqual({
      share_items: ['Email is invalid'],
    });
  });
});
