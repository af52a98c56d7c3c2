import type { UserList } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let media: { id: number }[];

beforeAll(async () => {
  app = await startApp();
  media = [];
  for (let at = 0; at < 5; at++) media.push(await createMedium(app.prisma));
  await app.deps.inMemory.refresh();
});

const LISTS = '/api/v1/user_lists';
const UNKNOWN = 2_147_483_647;
const id = (at: number): number => media[at]?.id ?? 0;
const add = (user: User, list: number | string, medium_id: unknown, more: object = {}) =>
  app
    .as(user)
    .post(`${LISTS}/${list}/user_list_media`)
    .send({ user_list_medium: { medium_id, ...more } });
const addToSystem = (user: User, body: object) =>
  app
    .as(user)
    .post(`${LISTS}/0/user_list_media`)
    .send({ user_list_medium: { medium_id: id(0) }, ...body });
const remove = (user: User, list: number, query: string) =>
  app.as(user).delete(`${LISTS}/${list}/user_list_media/0?${query}`);
const select = (user: User, medium_id: number, user_list_ids: unknown, more: object = {}) =>
  app
    .as(user)
    .post(`${LISTS}/0/user_list_media/save_selection`)
    .send({ user_list_medium: { medium_id, user_list_ids }, ...more });
const titlesOf = async (listId: number): Promise<number[]> =>
  (
    await app.prisma.userListMedium.findMany({
      where: { listId },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    })
  ).map(({ mediumId }) => mediumId);
const systemList = (user: User, listType: 'watch_later' | 'havent_watched') =>
  app.prisma.userList.findFirstOrThrow({ where: { ownerId: user.id, listType } });

describe('POST /api/v1/user_lists/{id}/user_list_media', () => {
  it('appends a title once: returns 201, then 200 with the same entry', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user, { media: [{ id: id(0) }] });
    const first = await add(user, list.id, id(1)).expect(201);
    expect(first.body.user_list_medium).toEqual({
      id: expect.any(Number),
      user_list_id: list.id,
      medium_id: id(1),
      position: 2048,
    });
    expect((await add(user, list.id, id(1)).expect(200)).body).toEqual(first.body);
    expect((await add(user, list.shareCode, id(1)).expect(200)).body).toEqual(first.body);
    expect((await add(user, `${list.id}`, id(2), { user_list_id: list.id }).expect(201)).body).toMatchObject({
      user_list_medium: { position: 3072 },
    });
    expect(await titlesOf(list.id)).toEqual([0, 1, 2].map(id));
  });

  it('updates has_list, count and order in the next reply', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user);
    const medium = async () =>
      (
        await app
          .as(user)
          .get(`/api/v1/media/${id(3)}`)
          .expect(200)
      ).body.medium;
    const detail = async () => (await app.as(user).get(`${LISTS}/${list.id}`).expect(200)).body.user_list;
    expect((await medium()).has_list).toBe(false);
    expect(await detail()).toMatchObject({ count_media: 0, sorted_medium_ids: '' });
    await add(user, list.id, id(3)).expect(201);
    expect((await medium()).has_list).toBe(true);
    expect(await detail()).toMatchObject({ count_media: 1, sorted_medium_ids: `${id(3)}` });
    await remove(user, list.id, `medium_id=${id(3)}`).expect(204);
    expect((await medium()).has_list).toBe(false);
    expect(await detail()).toMatchObject({ count_media: 0, sorted_medium_ids: '', media: [] });
  });

  it('returns 422 for an unknown title or an invalid id, and 404 when the body names another list', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user);
    expect((await add(user, list.id, UNKNOWN).expect(422)).body.errors).toHaveProperty('medium_id');
    for (const bad of [0, -1, 1.5, '1', null, UNKNOWN + 1]) await add(user, list.id, bad).expect(422);
    await add(user, list.id, id(0), { user_list_id: list.id + 1 }).expect(404);
    expect(await titlesOf(list.id)).toEqual([]);
  });

  it('stores one entry for twenty simultaneous calls', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user);
    const replies = await Promise.all(Array.from({ length: 20 }, () => add(user, list.id, id(0))));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.user_list_medium.id)).size).toBe(1);
    expect(await titlesOf(list.id)).toEqual([id(0)]);
  });
});

describe('DELETE /api/v1/user_lists/{id}/user_list_media/0', () => {
  it('returns 204 whether or not the list contained the title', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user, { media: media.slice(0, 2) });
    for (const medium of [id(0), id(0), id(4), UNKNOWN])
      await remove(user, list.id, `medium_id=${medium}`).expect(204);
    expect(await titlesOf(list.id)).toEqual([id(1)]);
  });

  it.each(['', 'medium_id=', 'medium_id=0', 'medium_id=x', 'medium_id=1&medium_id=2'])(
    'returns 422 for the query ?%s',
    async (query) => {
      const user = await createUser(app.prisma);
      const list = await createList(app.prisma, user);
      await remove(user, list.id, query).expect(422);
    },
  );
});

describe('POST /api/v1/user_lists/0/user_list_media', () => {
  it.each([
    ['watch_later', { to_watch_later: true }],
    ['havent_watched', { to_havent_watched: true, to_watch_later: false }],
  ] as const)('returns 201 for a title added to %s, and 200 for a repeated call', async (listType, body) => {
    const user = await createUser(app.prisma);
    const list = await systemList(user, listType);
    const first = await addToSystem(user, body).expect(201);
    expect(first.body.user_list_medium).toMatchObject({ user_list_id: list.id, medium_id: id(0) });
    expect((await addToSystem(user, body).expect(200)).body).toEqual(first.body);
    expect(await titlesOf(list.id)).toEqual([id(0)]);
  });

  it.each([
    {},
    { to_watch_later: false },
    { to_watch_later: true, to_havent_watched: true },
    { to_watch_later: 'true' },
    { to_watch_later: true, user_list_medium: { medium_id: UNKNOWN } },
    { to_watch_later: true, user_list_medium: {} },
  ])('returns 422 for the list selection %j', async (body) => {
    await addToSystem(await createUser(app.prisma), body).expect(422);
  });
});

describe('POST /api/v1/user_lists/0/user_list_media/save_selection', () => {
  it('adds the title to the given lists, and removes it from other editable lists', async () => {
    const [user, friend] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const keeps = await createList(app.prisma, user, { media: [{ id: id(0) }] });
    const loses = await createList(app.prisma, user, { media: [{ id: id(0) }, { id: id(1) }] });
    const gains = await createList(app.prisma, user, { media: [{ id: id(1) }] });
    const shared = await createList(app.prisma, friend, { collaborate: true, shares: [{ user }] });
    const closed = await createList(app.prisma, friend, { media: [{ id: id(0) }], shares: [{ user }] });
    const later = await systemList(user, 'watch_later');
    const wanted = [keeps.id, gains.id, shared.id, later.id, later.id];
    for (const added of [[gains.id, shared.id, later.id], []]) {
      const { body } = await select(user, id(0), wanted, { will_prompt_to_share: true }).expect(200);
      const holding = body.user_lists.filter((list: UserList) => list.has_medium);
      expect(holding.map((list: UserList) => list.id).sort()).toEqual([...new Set(wanted)].sort());
      // Sharing is suggested only for the caller's custom lists that got the title in this call.
      expect(body.share_user_lists.map((list: UserList) => list.id)).toEqual(
        added.filter((id) => id === gains.id),
      );
    }
    expect(await titlesOf(keeps.id)).toEqual([id(0)]);
    expect(await titlesOf(loses.id)).toEqual([id(1)]);
    expect(await titlesOf(gains.id)).toEqual([id(1), id(0)]);
    expect(await titlesOf(shared.id)).toEqual([id(0)]);
    // The caller may not edit this list, so the list keeps the title.
    expect(await titlesOf(closed.id)).toEqual([id(0)]);
  });

  it('suggests sharing only when the request asks for suggestions', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user);
    expect((await select(user, id(0), [list.id]).expect(200)).body.share_user_lists).toEqual([]);
  });

  it('removes the title from all lists when no list is given', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user, { media: [{ id: id(0) }] });
    await select(user, id(0), []).expect(200);
    expect(await titlesOf(list.id)).toEqual([]);
  });

  it.each([
    ['a stranger’s list', 404, ({ foreign }: Record<string, number>) => foreign],
    ['an unknown list', 404, () => UNKNOWN],
    ['a list that the caller may only read', 422, ({ closed }: Record<string, number>) => closed],
    ['an invalid id', 422, () => 0],
  ])('changes nothing when one list is %s, and returns %i', async (_, status, pick) => {
    const [user, friend] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const mine = await createList(app.prisma, user);
    const held = await createList(app.prisma, user, { media: [{ id: id(0) }] });
    const foreign = await createList(app.prisma, friend);
    const closed = await createList(app.prisma, friend, { shares: [{ user }] });
    await select(user, id(0), [mine.id, pick({ foreign: foreign.id, closed: closed.id })]).expect(status);
    expect(await titlesOf(mine.id)).toEqual([]);
    expect(await titlesOf(held.id)).toEqual([id(0)]);
  });

  it('returns 422 for an unknown title', async () => {
    const user = await createUser(app.prisma);
    const list = await createList(app.prisma, user);
    await select(user, UNKNOWN, [list.id]).expect(422);
  });
});

describe('the outbox', () => {
  it('gets the edits of shared lists, and no edits of other lists', async () => {
    const [owner, member] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const shared = await createList(app.prisma, owner, { collaborate: true, shares: [{ user: member }] });
    const own = await createList(app.prisma, owner);
    await add(owner, own.id, id(0)).expect(201);
    await add(member, shared.id, id(0)).expect(201);
    await add(member, shared.id, id(0)).expect(200);
    await remove(owner, shared.id, `medium_id=${id(0)}`).expect(204);
    await remove(owner, shared.id, `medium_id=${id(0)}`).expect(204);
    const edits = await app.prisma.outboxMessage.findMany({
      where: { kind: 'list_edited', userId: { in: [owner.id, member.id] } },
      orderBy: { id: 'asc' },
    });
    expect(edits.map(({ userId, payload }) => ({ userId, payload }))).toEqual([
      { userId: member.id, payload: { listId: shared.id, added: [id(0)], removed: [] } },
      { userId: owner.id, payload: { listId: shared.id, added: [], removed: [id(0)] } },
    ]);
  });
});

describe('GET /api/v2/media with for_list', () => {
  it('marks titles of the list, and returns 404 when the caller may not see the list', async () => {
    const [user, other] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const list = await createList(app.prisma, user, { media: [{ id: id(1) }] });
    const search = `/api/v2/media?selection=search&query=Title&for_list=${list.id}&per_page=100`;
    const { body } = await app.as(user).get(search).expect(200);
    const marks = new Map(
      body.media.map((medium: { id: number; already_added: boolean }) => [medium.id, medium.already_added]),
    );
    expect(marks.get(id(1))).toBe(true);
    expect(marks.get(id(2))).toBe(false);
    await app.as(other).get(search).expect(404);
  });
});

describe('how a list is shown', () => {
  const get = async (user: User, path: string) =>
    (await app.as(user).get(`${LISTS}${path}`).expect(200)).body;
  const idsOf = (body: { user_list: UserList }) => body.user_list.media.map((medium) => medium.id);

  it('has the posters of the four titles that were added last, and none for an invitation', async () => {
    const [owner, invited] = [await createUser(app.prisma), await createUser(app.prisma)];
    const list = await createList(app.prisma, owner);
    for (const at of [3, 0, 4, 1, 2]) await add(owner, list.id, id(at)).expect(201);
    const lists = async (user: User, query: string): Promise<UserList[]> =>
      (await get(user, `?shared_included=true${query}`)).user_lists;
    const own = (await lists(owner, '&covers=true')).find((each) => each.id === list.id);
    expect(own?.covers?.map((cover) => /posters\/(\d+)/.exec(cover)?.[1])).toEqual(
      [2, 1, 4, 0].map((at) => String(id(at))),
    );
    expect((await lists(owner, ''))[0]).not.toHaveProperty('covers');
    const share = { share_items: [{ email: invited.email }] };
    await app.as(owner).post(`${LISTS}/${list.id}/share`).send({ user_list: share }).expect(200);
    const seen = (await lists(invited, '&covers=true')).find(({ pending_accept: isPending }) => isPending);
    expect(seen?.covers).toEqual([]);
  });

  it('has its titles in the order that is asked for, filtered or not, page by page', async () => {
    const user = await createUser(app.prisma);
    const name = `service ${user.id}`;
    const provider = await app.prisma.mediumProvider.create({
      data: { name, slug: name.replace(' ', '-'), searchUrlTemplate: 'https://example.com/{title}' },
    });
    await app.prisma.userMediumProvider.create({ data: { userId: user.id, providerId: provider.id } });
    const lengths = [120, null, 30, 95];
    const made = [];
    for (const runtimeMinutes of lengths) made.push(await createMedium(app.prisma, { runtimeMinutes }));
    const ids = made.map((medium) => medium.id);
    await app.prisma.providerMedium.create({
      data: { mediumId: ids[3] ?? 0, providerId: provider.id, url: 'https://example.com/x', source: 'test' },
    });
    await app.deps.inMemory.refresh();
    const list = await createList(app.prisma, user);
    for (const mediumId of ids) await add(user, list.id, mediumId).expect(201);
    const shown = async (query: string) => idsOf(await get(user, `/${list.id}?all_streaming=true&${query}`));
    const at = (...places: number[]) => places.map((place) => ids[place]);
    expect(await shown('')).toEqual(ids);
    expect(await shown('sort=runtime')).toEqual(at(2, 3, 0, 1));
    expect(await shown('sort=runtime&per_page=2&page=2')).toEqual(at(0, 1));
    expect(await shown('sort=added')).toEqual(at(3, 2, 1, 0));
    expect((await shown('sort=tonight'))[0]).toBe(ids[3]);
    expect(
      await get(user, `/${list.id}?sort=added`).then(({ user_list: { sorted_medium_ids: order } }) => order),
    ).toBe(ids.join(','));
    const match = (await get(user, `/${list.id}?all_streaming=true&sort=match`)) as { user_list: UserList };
    const likelihoods = match.user_list.media.map(({ likelyhood }) => likelyhood ?? 0);
    expect(likelihoods).toEqual(likelihoods.toSorted((a, b) => b - a));
    await app.as(user).get(`${LISTS}/${list.id}?sort=name`).expect(422);
  });
});
