import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser } from '../../../test/factories.ts';
import { editTogether } from '../../../test/list-editors.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});

const path = (list: { id: number }) => `/api/v1/user_lists/${list.id}`;
const order = (user: User, list: { id: number }, ids: readonly number[]) =>
  app
    .as(user)
    .put(path(list))
    .send({ user_list: { sorted_medium_ids: ids.join(',') } });
const add = (user: User, list: { id: number }, medium_id: number) =>
  app
    .as(user)
    .post(`${path(list)}/user_list_media`)
    .send({ user_list_medium: { medium_id } });

async function pair(titles: number) {
  const [owner, friend] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
  const media = await Promise.all(Array.from({ length: titles + 1 }, () => createMedium(app.prisma)));
  const list = await createList(app.prisma, owner, {
    collaborate: true,
    media: media.slice(0, titles),
    shares: [{ user: friend }],
  });
  const ids = media.slice(0, titles).map(({ id }) => id);
  return { owner, friend, list, ids, spare: media[titles]?.id ?? 0 };
}
const current = async (list: { id: number }) =>
  (
    await app.prisma.userListMedium.findMany({
      where: { listId: list.id },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    })
  ).map(({ mediumId }) => mediumId);

describe('simultaneous calls on one list', () => {
  it('a reorder and an addition lose or duplicate no title; an outdated order gets 409', async () => {
    for (let round = 0; round < 10; round++) {
      const { owner, friend, list, ids, spare } = await pair(6);
      const [ordered, added] = await Promise.all([
        order(owner, list, ids.toReversed()),
        add(friend, list, spare),
      ]);
      expect(added.status).toBe(201);
      expect([200, 409]).toContain(ordered.status);
      expect(await current(list)).toEqual([...(ordered.status === 200 ? ids.toReversed() : ids), spare]);
    }
  });

  it('two different reorders store one of the orders, and at least one reorder gets 200', async () => {
    for (let round = 0; round < 10; round++) {
      const { owner, friend, list, ids } = await pair(6);
      const wishes = [ids.toReversed(), [...ids.slice(3), ...ids.slice(0, 3)]];
      const replies = await Promise.all([
        order(owner, list, wishes[0] ?? []),
        order(friend, list, wishes[1] ?? []),
      ]);
      const now = await current(list);
      const winners = wishes.filter((_, at) => replies[at]?.status === 200);
      expect(winners).toContainEqual(now);
      for (const { status } of replies) expect([200, 409]).toContain(status);
    }
  });

  it('eight identical reorders store the order, and at most one call fails', async () => {
    const { owner, list, ids } = await pair(5);
    const replies = await Promise.all(Array.from({ length: 8 }, () => order(owner, list, ids.toReversed())));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(7);
    expect(await current(list)).toEqual(ids.toReversed());
  });

  it('an edit is stored before collaboration is turned off, or gets 422', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, friend, list, spare } = await pair(2);
      const [, added] = await Promise.all([
        app
          .as(owner)
          .put(path(list))
          .send({ user_list: { collaborate: false } })
          .expect(200),
        add(friend, list, spare),
      ]);
      expect([201, 422]).toContain(added.status);
      expect((await current(list)).includes(spare)).toBe(added.status === 201);
      await add(friend, list, spare).expect(422);
    }
  });

  it('a deletion and an addition leave no entry, and the addition gets 201 or 404', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, friend, list, spare } = await pair(3);
      const [gone, added] = await Promise.all([app.as(owner).delete(path(list)), add(friend, list, spare)]);
      expect(gone.status).toBe(204);
      expect([201, 404]).toContain(added.status);
      expect(await current(list)).toEqual([]);
    }
  });

  it('calls of save_selection over many lists cause no deadlock', async () => {
    const owner = await createUser(app.prisma);
    const [a, b] = await Promise.all([createMedium(app.prisma), createMedium(app.prisma)]);
    const lists = await Promise.all(Array.from({ length: 8 }, () => createList(app.prisma, owner)));
    const select = (medium_id: number, user_list_ids: number[]) =>
      app
        .as(owner)
        .post('/api/v1/user_lists/0/user_list_media/save_selection')
        .send({ user_list_medium: { medium_id, user_list_ids } });
    const ids = lists.map(({ id }) => id);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        select(at % 2 === 0 ? a.id : b.id, at % 3 === 0 ? ids.toReversed() : ids),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200));
    for (const list of lists) expect((await current(list)).toSorted()).toEqual([a.id, b.id].toSorted());
  });
});

it('a list that 20 users edit for a second contains the titles that the replies confirmed', async () => {
  const tally = await editTogether(app, 1);
  // The number of calls in a second depends on the machine.
  expect(tally.get('add 201')).toBeGreaterThan(0);
  expect(tally.get('reorder 200')).toBeGreaterThan(0);
});
