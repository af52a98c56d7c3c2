import type { Pagination, UserList } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser, unique } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let media: { id: number }[];

beforeAll(async () => {
  app = await startApp();
  media = [];
  for (let at = 0; at < 6; at++)
    media.push(await createMedium(app.prisma, { type: at % 2 === 0 ? 'movie' : 'series' }));
  await app.deps.inMemory.refresh();
});

const LISTS = '/api/v1/user_lists';
const id = (at: number): number => media[at]?.id ?? 0;
const index = async (user: User, query = ''): Promise<UserList[]> =>
  (await app.as(user).get(`${LISTS}?${query}`).expect(200)).body.user_lists;
const names = (lists: readonly UserList[]): string[] => lists.map(({ name }) => name);
const create = (user: User, name: unknown) => app.as(user).post(LISTS).send({ name });
const batch = (user: User, user_lists: unknown) =>
  app.as(user).post(`${LISTS}/batch_update`).send({ user_lists });

describe('GET /api/v1/user_lists', () => {
  it('lists Watch Later and Haven’t Watched before all other lists of a new user', async () => {
    const user = await createUser(app.prisma);
    await create(user, 'Aardvarks').expect(201);
    await create(user, 'zebras').expect(201);
    const lists = await index(user);
    expect(names(lists)).toEqual(['Watch Later', "Haven't Watched", 'Aardvarks', 'zebras']);
    expect(lists.map(({ list_type }) => list_type)).toEqual([
      'watch_later',
      'havent_watched',
      'custom',
      'custom',
    ]);
    for (const list of lists)
      expect(list).toMatchObject({ media: [], sorted_medium_ids: '', has_medium: null });
  });

  it('marks the lists that contain the title of medium_id', async () => {
    const user = await createUser(app.prisma);
    await createList(app.prisma, user, { name: 'With', media: [{ id: id(0) }] });
    await createList(app.prisma, user, { name: 'Without', media: [{ id: id(1) }] });
    const lists = await index(user, `medium_id=${id(0)}`);
    expect(lists.map(({ name, has_medium }) => [name, has_medium])).toEqual([
      ['Watch Later', false],
      ["Haven't Watched", false],
      ['With', true],
      ['Without', false],
    ]);
  });

  it('adds shared lists when shared_included is set, and returns only manageable lists when to_manage is set', async () => {
    const [user, friend] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    await createList(app.prisma, user, { name: 'Mine' });
    await createList(app.prisma, friend, { name: 'Joined', shares: [{ user }] });
    await createList(app.prisma, friend, {
      name: 'Invited',
      shares: [{ user, state: 'pending', expiresAt: new Date(Date.now() + 60_000) }],
    });
    await createList(app.prisma, friend, {
      name: 'Lapsed',
      shares: [{ user, state: 'pending', expiresAt: new Date(Date.now() - 60_000) }],
    });
    const system = ['Watch Later', "Haven't Watched"];
    expect(names(await index(user))).toEqual([...system, 'Mine']);
    expect(names(await index(user, 'shared_included=true'))).toEqual([
      ...system,
      'Mine',
      'Invited',
      'Joined',
    ]);
    expect(names(await index(user, 'to_manage=true'))).toEqual(['Mine']);
    expect(names(await index(user, 'to_manage=true&shared_included=true'))).toEqual(['Mine', 'Joined']);
  });
});

describe('POST /api/v1/user_lists', () => {
  it('trims the name and returns the complete list', async () => {
    const user = await createUser(app.prisma);
    const { body } = await create(user, '  Sunday  ').expect(201);
    expect(body.user_list).toMatchObject({
      name: 'Sunday',
      is_owner: true,
      can_manage: true,
      can_edit: true,
      can_share: true,
      count_media: 0,
      collaborate: false,
      list_type: 'custom',
      sorted_medium_ids: '',
      share_items: [],
      media: [],
    });
    expect(body.user_list.share_code).toMatch(/^[\w-]{22,}$/);
    const code = await app.as(user).get(`${LISTS}/${body.user_list.share_code}`).expect(200);
    expect(code.body.user_list.id).toBe(body.user_list.id);
  });

  it.each([
    ['', 'Please type the list name.'],
    ['   ', 'Please type the list name.'],
    [undefined, 'Please type the list name.'],
    [7, 'Please type the list name.'],
    ['x'.repeat(101), 'Please use at most 100 characters'],
    ['a\u0000b', /Control characters/],
    ['two\nlines', /Control characters/],
    ['half a pair \ud83d', /cannot be stored/],
    ['WATCH later', 'You already have a list with this name.'],
    ["haven't watched", 'You already have a list with this name.'],
  ])('returns 422 for the name %j', async (name, message) => {
    const { body } = await create(await createUser(app.prisma), name).expect(422);
    expect(body).toMatchObject({ error: 'invalid' });
    expect(body.errors.name[0]).toMatch(message);
  });

  it('accepts a name of 100 characters, and a name that another user has', async () => {
    const [user, other] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const name = 'x'.repeat(100);
    await create(user, name).expect(201);
    await create(other, name).expect(201);
  });

  it('returns 422 when the name is taken, even with different upper and lower case', async () => {
    const user = await createUser(app.prisma);
    await create(user, 'Éclairs').expect(201);
    const { body } = await create(user, ' éCLAIRS ').expect(422);
    expect(body.errors).toEqual({ name: ['You already have a list with this name.'] });
  });

  it('returns 422 when the name looks like one that is taken', async () => {
    const user = await createUser(app.prisma);
    const { body } = await create(user, 'Late\u00a0night').expect(201);
    expect(body.user_list.name).toBe('Late night');
    for (const name of ['late  night', 'Late night\u200b', 'La\u00adte night', 'Late\u3000night'])
      await create(user, name).expect(422);
    await create(user, '👨‍👩‍👧').expect(201);
    await create(user, '👨👩👧').expect(201);
  });

  it('creates one list when ten simultaneous calls use the same name', async () => {
    const user = await createUser(app.prisma);
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(user, 'Once')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
  });
});

describe('GET /api/v1/user_lists/{id}', () => {
  it('returns titles in order by page and filter, and accepts the suffix .json', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user, {
      media: [5, 3, 1, 0, 2, 4].map((at) => ({ id: id(at) })),
    });
    const get = async (query: string, suffix = '') =>
      (await app.as(user).get(`${LISTS}/${list.id}${suffix}?${query}`).expect(200)).body;
    const ids = (body: { user_list: UserList }) => body.user_list.media.map((medium) => medium.id);

    const first = await get('per_page=4');
    expect(ids(first)).toEqual([5, 3, 1, 0].map(id));
    expect(first.pagination).toEqual({ current_page: 1, has_more: true, page_count: 2, total_count: 6 });
    expect(first.user_list.media[0].overview).toBeNull();
    expect(ids(await get('per_page=4&page=2', '.json'))).toEqual([2, 4].map(id));
    expect(ids(await get('page=9'))).toEqual([]);
    expect(ids(await get('media_type=movies'))).toEqual([0, 2, 4].map(id));
    expect((await get('media_type=series')).pagination.total_count).toBe(3);
    expect((await get('view=card')).user_list.media[0]).not.toHaveProperty('overview');
    expect(first.user_list.sorted_medium_ids).toBe([5, 3, 1, 0, 2, 4].map(id).join(','));

    const simple = await get('simple=true');
    expect(simple.user_list).toMatchObject({ media: [], count_media: 6 });
    expect(simple.pagination.total_count).toBe(6);
  });

  it('uses the saved filters of the user when the query contains no filter', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user, { media: media.slice(0, 4) });
    const save = (value: string) =>
      app
        .as(user)
        .post('/api/v1/user_preferences/save')
        .send({ user_preference: { key: 'filter_media_type', value } });
    await save('movies').expect(200);
    const get = async (query: string) =>
      (await app.as(user).get(`${LISTS}/${list.id}?${query}`).expect(200)).body.pagination.total_count;
    expect(await get('')).toBe(2);
    expect(await get('media_type=all')).toBe(4);
  });

  it('returns the titles that the filters hide after the others, with elsewhere=last', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user, {
      media: [5, 3, 1, 0, 2, 4].map((at) => ({ id: id(at) })),
    });
    const get = async (query: string): Promise<{ user_list: UserList; pagination: Pagination }> =>
      (await app.as(user).get(`${LISTS}/${list.id}?${query}`).expect(200)).body;
    const marks = ({ user_list }: { user_list: UserList }) =>
      user_list.media.map((medium) => [medium.id, medium.elsewhere]);

    const first = await get('media_type=movies&elsewhere=last&per_page=4&view=card');
    expect(marks(first)).toEqual([
      [id(0), false],
      [id(2), false],
      [id(4), false],
      [id(5), true],
    ]);
    expect(first.user_list).toMatchObject({ elsewhere_count: 3, count_media: 6 });
    expect(first.pagination).toEqual({ current_page: 1, has_more: true, page_count: 2, total_count: 6 });
    const second = await get('media_type=movies&elsewhere=last&per_page=4&page=2');
    expect(marks(second)).toEqual([
      [id(3), true],
      [id(1), true],
    ]);
    expect((await get('elsewhere=last')).user_list.elsewhere_count).toBe(0);

    const hiding = await get('media_type=movies');
    expect(hiding.user_list.elsewhere_count).toBeNull();
    expect(hiding.user_list.media[0]).not.toHaveProperty('elsewhere');
    expect((await get('simple=true&media_type=movies&per_page=2')).pagination).toEqual({
      current_page: 1,
      has_more: true,
      page_count: 2,
      total_count: 3,
    });
    expect((await get('simple=true&media_type=movies&elsewhere=last')).pagination.total_count).toBe(6);
    await app.as(user).get(`${LISTS}/${list.id}?elsewhere=first`).expect(422);
  });

  it('tells members who did what last, also with simple=true, and tells an invited user nothing', async () => {
    const [owner, fay, guest] = await Promise.all([1, 2, 3].map(() => createUser(app.prisma)));
    if (!owner || !fay || !guest) throw new Error('expected three users');
    const list = await createList(app.prisma, owner, {
      media: [{ id: id(0) }, { id: id(1) }, { id: id(2) }],
      collaborate: true,
      shares: [{ user: fay }, { user: guest, state: 'pending' }],
    });
    const path = `${LISTS}/${list.id}`;
    const last = async (user: User = owner): Promise<UserList['last_change']> => {
      const [full, simple] = await Promise.all(
        ['', '?simple=true'].map(
          async (query) =>
            (
              await app
                .as(user)
                .get(path + query)
                .expect(200)
            ).body,
        ),
      );
      expect(simple.user_list.last_change).toEqual(full.user_list.last_change);
      return full.user_list.last_change;
    };
    const names = await app.prisma.medium.findMany({ select: { id: true, title: true } });
    const titleOf = (at: number) => names.find((medium) => medium.id === id(at))?.title;
    expect(await last()).toBeNull();

    const entry = { user_list_medium: { medium_id: id(3) } };
    const before = Date.now();
    await app.as(fay).post(`${path}/user_list_media`).send(entry).expect(201);
    const added = await last();
    expect(added).toMatchObject({ by: fay.displayName, action: 'added', title: titleOf(3) });
    expect(Date.parse(added?.at ?? '')).toBeGreaterThanOrEqual(before);
    expect(await last(guest)).toBeNull();
    await app.as(owner).post(`${path}/user_list_media`).send(entry).expect(200);
    expect(await last()).toEqual(added);

    const order = (...at: number[]) => ({ user_list: { sorted_medium_ids: at.map(id).join(',') } });
    await app
      .as(owner)
      .put(path)
      .send(order(1, 2, 3, 0))
      .expect(200);
    expect(await last()).toMatchObject({ by: owner.displayName, action: 'moved', title: titleOf(0) });
    await app
      .as(owner)
      .put(path)
      .send(order(0, 3, 2, 1))
      .expect(200);
    expect(await last()).toMatchObject({ action: 'moved', title: null });
    await app
      .as(owner)
      .put(path)
      .send({ user_list: { name: unique('New ') } })
      .expect(200);
    expect(await last()).toMatchObject({ action: 'renamed', title: null });
    await app
      .as(fay)
      .delete(`${path}/user_list_media/0?medium_id=${id(3)}`)
      .expect(204);
    expect(await last()).toMatchObject({ by: fay.displayName, action: 'removed', title: titleOf(3) });
    await app.prisma.user.delete({ where: { id: fay.id } });
    expect(await last()).toMatchObject({ by: null, action: 'removed' });
  });

  it.each(['0', '-1', '1.5', '2147483648', '99999999999', 'nope', '00', '%20'])(
    'returns 404 for the list %s',
    async (address) => {
      const { body } = await app
        .as(await createUser(app.prisma))
        .get(`${LISTS}/${address}`)
        .expect(404);
      expect(body.error).toBe('not_found');
    },
  );

  it.each(['page=0', 'page=x', 'per_page=101', 'simple=yes', 'media_type=films', 'page=1&page=2'])(
    'returns 422 for the query %s',
    async (query) => {
      const user = await createUser(app.prisma);
      const list = await createList(app.prisma, user);
      await app.as(user).get(`${LISTS}/${list.id}?${query}`).expect(422);
    },
  );
});

describe('PUT /api/v1/user_lists/{id}', () => {
  it('changes name and collaborative switch together, or changes nothing', async () => {
    const user = await createUser(app.prisma);
    await createList(app.prisma, user, { name: 'Taken' });
    const list = await createList(app.prisma, user, { name: 'Before' });
    const put = (user_list: object) => app.as(user).put(`${LISTS}/${list.id}`).send({ user_list });
    const { body } = await put({ name: ' After ', collaborate: true }).expect(200);
    expect(body.user_list).toMatchObject({ name: 'After', collaborate: true });
    const refused = await put({ name: 'tAKEN', collaborate: false }).expect(422);
    expect(refused.body.errors.name).toEqual(['You already have a list with this name.']);
    expect((await put({}).expect(200)).body.user_list).toMatchObject({ name: 'After', collaborate: true });
    expect((await put({ name: 'AFTER' }).expect(200)).body.user_list.name).toBe('AFTER');
    await put({ collaborate: 'yes' }).expect(422);
  });

  it('stores an order given as text or array, and changes nothing when the order is repeated', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user, { media: media.slice(0, 3) });
    const put = (sorted_medium_ids: unknown) =>
      app.as(user).put(`${LISTS}/${list.id}.json`).send({ user_list: { sorted_medium_ids } });
    const wanted = [id(2), id(0), id(1)];
    for (const given of [wanted.join(','), wanted, wanted]) {
      const { body } = await put(given).expect(200);
      expect(body.user_list).toMatchObject({ sorted_medium_ids: wanted.join(','), media: [] });
    }
    const after = await app.prisma.userList.findUniqueOrThrow({ where: { id: list.id } });
    expect(after.version).toBe(list.version + 1);
  });

  it.each([
    ['a missing title', (ids: number[]) => ids.slice(1)],
    ['an extra title', (ids: number[]) => [...ids, id(5)]],
    ['a title of another list', (ids: number[]) => [...ids.slice(1), id(5)]],
    ['a repeated title', (ids: number[]) => [...ids.slice(1), ids[1]]],
    ['no titles', () => []],
  ])('returns 409 for an order with %s and changes nothing', async (_, spoil) => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user, { media: media.slice(0, 3) });
    const ids = [id(2), id(1), id(0)];
    const { body } = await app
      .as(user)
      .put(`${LISTS}/${list.id}`)
      .send({ user_list: { name: 'Changed', sorted_medium_ids: spoil(ids).join(',') } })
      .expect(409);
    expect(body).toMatchObject({ error: 'conflict', message: expect.stringContaining('reload') });
    expect(await app.prisma.userList.findUniqueOrThrow({ where: { id: list.id } })).toMatchObject({
      name: list.name,
      version: list.version,
    });
  });

  it.each(['1,,2', '1, 2', 'a', '-1', 7, [0], ['1']])(
    'returns 422 for the order %j',
    async (sorted_medium_ids) => {
      const user = await createUser(app.prisma);
      const list = await createList(app.prisma, user);
      await app.as(user).put(`${LISTS}/${list.id}`).send({ user_list: { sorted_medium_ids } }).expect(422);
    },
  );

  it('shows the collaborative switch in the next reply to every list member', async () => {
    const [owner, member] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const list = await createList(app.prisma, owner, { shares: [{ user: member }] });
    const canEdit = async () =>
      (await app.as(member).get(`${LISTS}/${list.id}?simple=true`)).body.user_list.can_edit;
    expect(await canEdit()).toBe(false);
    await app
      .as(owner)
      .put(`${LISTS}/${list.id}`)
      .send({ user_list: { collaborate: true } })
      .expect(200);
    expect(await canEdit()).toBe(true);
  });
});

describe('DELETE /api/v1/user_lists/{id}', () => {
  it('returns 204 for every repeated deletion, departure and rejection, and 404 for a stranger', async () => {
    const [owner, member, invited, stranger] = await Promise.all(
      Array.from({ length: 4 }, () => createUser(app.prisma)),
    );
    if (!owner || !member || !invited || !stranger) throw new Error('expected four users');
    const list = await createList(app.prisma, owner, {
      shares: [{ user: member }, { user: invited, state: 'pending' }],
    });
    for (const user of [member, invited, owner])
      for (const address of [list.id, list.id, list.shareCode])
        await app.as(user).delete(`${LISTS}/${address}`).expect(204);
    await app.as(stranger).delete(`${LISTS}/${list.id}`).expect(404);
    await app.as(stranger).delete(`${LISTS}/${list.shareCode}`).expect(404);
    expect(await app.prisma.userList.findUnique({ where: { id: list.id } })).toBeNull();
  });

  it('keeps the list for the other users when a list member leaves', async () => {
    const [owner, member] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const list = await createList(app.prisma, owner, { shares: [{ user: member }] });
    await app.as(member).delete(`${LISTS}/${list.id}`).expect(204);
    await app.as(member).get(`${LISTS}/${list.id}`).expect(404);
    const { body } = await app.as(owner).get(`${LISTS}/${list.id}`).expect(200);
    expect(body.user_list.share_items).toEqual([]);
  });

  it('mails only list members after a deletion, not the owner or invited users', async () => {
    const [owner, member, invited] = await Promise.all(
      Array.from({ length: 3 }, () => createUser(app.prisma)),
    );
    if (!owner || !member || !invited) throw new Error('expected three users');
    const list = await createList(app.prisma, owner, {
      shares: [{ user: member }, { user: invited, state: 'pending' }],
    });
    await app.as(owner).delete(`${LISTS}/${list.id}`).expect(204);
    const messages = await app.prisma.outboxMessage.findMany({
      where: { userId: { in: [owner.id, member.id, invited.id] } },
    });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      kind: 'list_deleted',
      userId: member.id,
      payload: { listName: list.name, ownerId: owner.id },
    });
  });
});

describe('POST /api/v1/user_lists/batch_update', () => {
  it('creates, renames, deletes and leaves lists in one call, and lets two lists swap names', async () => {
    const [user, friend] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const a = await createList(app.prisma, user, { name: 'A' });
    const b = await createList(app.prisma, user, { name: 'B' });
    const gone = await createList(app.prisma, user, { name: 'Gone' });
    const joined = await createList(app.prisma, friend, { name: 'Joined', shares: [{ user }] });
    const { body } = await batch(user, [
      { id: a.id, name: 'B' },
      { id: b.id, name: 'A' },
      { id: gone.id, _destroy: true },
      { id: joined.id, _destroy: true },
      { name: ' gone ' },
      { name: 'Never saved', _destroy: true },
    ]).expect(200);
    expect(body.user_lists.map(({ id, name }: UserList) => [id, name])).toEqual([
      [expect.any(Number), 'Watch Later'],
      [expect.any(Number), "Haven't Watched"],
      [b.id, 'A'],
      [a.id, 'B'],
      [expect.any(Number), 'gone'],
    ]);
  });

  it.each([
    ['has a taken name', 'invalid', () => ({ name: 'Kept' })],
    ['has no name', 'invalid', () => ({})],
    ['has a blank name', 'invalid', () => ({ name: ' ' })],
    ['names an unknown list', 'not_found', () => ({ id: 2_147_483_647, name: 'X' })],
    [
      'deletes a list of a stranger',
      'not_found',
      ({ foreign }: { foreign: number }) => ({ id: foreign, _destroy: true }),
    ],
    [
      'renames a list that the caller joined',
      'not_permitted',
      ({ joined }: { joined: number }) => ({ id: joined, name: 'X' }),
    ],
    ['renames Watch Later', 'not_permitted', ({ later }: { later: number }) => ({ id: later, name: 'X' })],
    [
      'names a list for the second time',
      'invalid',
      ({ kept }: { kept: number }) => ({ id: kept, name: 'X' }),
    ],
    ['has an invalid id', 'invalid', () => ({ id: 0, name: 'X' })],
  ])('changes nothing when one item %s', async (_, error, spoil) => {
    const [user, friend] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const kept = await createList(app.prisma, user, { name: 'Kept' });
    const foreign = await createList(app.prisma, friend);
    const joined = await createList(app.prisma, friend, { shares: [{ user }] });
    const later = await app.prisma.userList.findFirstOrThrow({
      where: { ownerId: user.id, listType: 'watch_later' },
    });
    const bad = spoil({ foreign: foreign.id, joined: joined.id, later: later.id, kept: kept.id });
    const renames = 'name' in bad && bad.name === 'Kept' ? [] : [{ id: kept.id, name: 'Renamed' }];
    const { body } = await batch(user, [{ name: 'New' }, ...renames, bad]);
    expect(body.error).toBe(error);
    expect(names(await index(user))).toEqual(['Watch Later', "Haven't Watched", 'Kept']);
  });

  it('renames 190 lists in one statement', async () => {
    const user = await createUser(app.prisma);
    const created = await app.prisma.userList.createManyAndReturn({
      data: Array.from({ length: 190 }, () => ({ ownerId: user.id, name: unique('Before ') })),
      select: { id: true },
    });
    await app.prisma.$executeRaw`CREATE TABLE counted_updates (at timestamptz)`;
    await app.prisma.$executeRaw`
      CREATE FUNCTION count_update() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO counted_updates VALUES (now()); RETURN NULL; END'`;
    await app.prisma.$executeRaw`
      CREATE TRIGGER count_updates AFTER UPDATE ON user_lists
      FOR EACH STATEMENT EXECUTE FUNCTION count_update()`;
    try {
      await batch(
        user,
        created.map(({ id }) => ({ id, name: `After ${id}` })),
      ).expect(200);
      const [counted] = await app.prisma.$queryRaw<{ statements: number }[]>`
        SELECT count(*)::int AS statements FROM counted_updates`;
      expect(counted?.statements).toBe(1);
    } finally {
      await app.prisma.$executeRaw`DROP TRIGGER count_updates ON user_lists`;
    }
    const renamed = await app.prisma.userList.findMany({ where: { ownerId: user.id, listType: 'custom' } });
    expect(new Set(renamed.map(({ name }) => name))).toEqual(new Set(created.map(({ id }) => `After ${id}`)));
  });

  it('accepts the unchanged name of a list that the caller may not rename', async () => {
    const [user, friend] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const joined = await createList(app.prisma, friend, { name: unique('J '), shares: [{ user }] });
    await batch(user, [{ id: joined.id, name: joined.name }]).expect(200);
  });
});
