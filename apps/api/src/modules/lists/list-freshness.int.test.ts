import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser } from '../../../test/factories.ts';

type App = Awaited<ReturnType<typeof startApp>>;

/** Two processes that use the same database. */
let here: App;
let there: App;
let ids: number[];

beforeAll(async () => {
  here = await startApp();
  there = await startApp();
  ids = [];
  for (let at = 0; at < 4; at++) ids.push((await createMedium(here.prisma)).id);
  for (const app of [here, there]) await app.deps.inMemory.refresh();
});

const LISTS = '/api/v1/user_lists';

/**
 * Creates a list of three titles with an owner and a list member. Each process caches the first page of the
 * list for the owner and for the list member.
 */
async function readBefore() {
  const owner = await createUser(here.prisma);
  const member = await createUser(here.prisma);
  const media = ids.slice(0, 3).map((id) => ({ id }));
  const list = await createList(here.prisma, owner, { media, collaborate: true });
  await here.as(member).post(`${LISTS}/${list.shareCode}/shared_link`).expect(200);
  const pages = async (user: User) =>
    Promise.all(
      [here, there].map(async (app) => {
        const { body } = await app.as(user).get(`${LISTS}/${list.id}?view=card&per_page=2`).expect(200);
        return body.user_list;
      }),
    );
  const expectPages = async (fields: object): Promise<void> => {
    for (const user of [owner, member])
      expect(await pages(user)).toEqual([expect.objectContaining(fields), expect.objectContaining(fields)]);
  };
  const order = ids.slice(0, 3).join(',');
  await expectPages({ sorted_medium_ids: order, count_media: 3 });
  await expectPages({ sorted_medium_ids: order, count_media: 3 });
  const rateFirst = (user: User) =>
    here
      .as(user)
      .post(`/api/v1/media/${ids[0]}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: 9 } })
      .expect(201);
  return { owner, member, list, pages, expectPages, rateFirst };
}

const ratingsIn = (pages: { media: { rating: number | null }[] }[]) =>
  pages.map(({ media }) => media[0]?.rating);

const withIds = (...wanted: (number | undefined)[]) =>
  wanted.map((id): unknown => expect.objectContaining({ id }));

describe('a list page cached in two processes', () => {
  it('shows added, removed and moved titles in the next reply to list members', async () => {
    const { owner, member, list, expectPages } = await readBefore();
    const [a, b, c, d] = ids;
    const path = `${LISTS}/${list.id}`;
    const entries = `${path}/user_list_media`;
    await there
      .as(member)
      .post(entries)
      .send({ user_list_medium: { medium_id: d } })
      .expect(201);
    await expectPages({ sorted_medium_ids: `${a},${b},${c},${d}`, count_media: 4, media: withIds(a, b) });
    await here.as(owner).delete(`${entries}/0?medium_id=${a}`).expect(204);
    await expectPages({ sorted_medium_ids: `${b},${c},${d}`, count_media: 3, media: withIds(b, c) });
    const moved = { user_list: { sorted_medium_ids: `${d},${b},${c}` } };
    await here.as(owner).put(path).send(moved).expect(200);
    await expectPages({ sorted_medium_ids: `${d},${b},${c}`, media: withIds(d, b) });
  });

  it('shows a new name and the end of collaboration in the next reply', async () => {
    const { owner, member, list, expectPages, pages } = await readBefore();
    const change = (user_list: object) =>
      here.as(owner).put(`${LISTS}/${list.id}`).send({ user_list }).expect(200);
    await change({ name: 'Another name' });
    await expectPages({ name: 'Another name' });
    expect(await pages(member)).toMatchObject([{ can_edit: true }, { can_edit: true }]);
    await change({ collaborate: false });
    expect(await pages(member)).toMatchObject([{ can_edit: false }, { can_edit: false }]);
  });

  it('shows a new list member, and returns 404 to a former list member', async () => {
    const { owner, member, list, pages } = await readBefore();
    const joined = await createUser(here.prisma);
    await there.as(joined).post(`${LISTS}/${list.shareCode}/shared_link`).expect(200);
    for (const page of await pages(owner)) expect(page.share_items).toHaveLength(2);
    await here.as(member).delete(`${LISTS}/${list.id}`).expect(204);
    for (const app of [here, there]) await app.as(member).get(`${LISTS}/${list.id}?per_page=2`).expect(404);
    for (const page of await pages(owner)) expect(page.share_items).toHaveLength(1);
  });

  it('shows a new rating to the caller, and never to other list members', async () => {
    const { owner, member, pages, rateFirst } = await readBefore();
    await rateFirst(owner);
    expect(ratingsIn(await pages(owner))[0]).toBe(9);
    await expect.poll(async () => ratingsIn(await pages(owner))).toEqual([9, 9]);
    expect(ratingsIn(await pages(member))).toEqual([null, null]);
  });

  it('leaves the tastes of others in memory when somebody writes to a shared list or invites them again and again', async () => {
    const { owner, member, list, pages, rateFirst } = await readBefore();
    const invitee = await createUser(here.prisma);
    const [guest, stranger] = await Promise.all([createUser(here.prisma), createUser(here.prisma)]);
    await here.as(guest).post(`${LISTS}/${list.shareCode}/shared_link`).expect(200);
    // Notifications arrive in the order of the writes, so those of the writes above have arrived when this one
    // has. A snapshot of the titles above is built now and not later.
    await rateFirst(owner);
    await expect.poll(async () => ratingsIn(await pages(owner))).toEqual([9, 9]);
    for (const app of [here, there]) await app.deps.inMemory.refresh();
    const home = (user: User) => here.as(user).get('/api/v2/media?view=card').expect(200);
    for (const user of [member, invitee]) await home(user);
    const reads = [here, there].map(({ deps }) => vi.spyOn(deps.repos.taste, 'findTaste'));
    const own = await createList(here.prisma, stranger);
    for (let time = 0; time < 3; time++) {
      for (const item of [{ email: invitee.email }, { email: invitee.email, _destroy: true }])
        await here
          .as(stranger)
          .post(`${LISTS}/${own.id}/share`)
          .send({ user_list: { share_items: [item] } })
          .expect(200);
      const medium_id = ids[3];
      await here
        .as(guest)
        .post(`${LISTS}/${list.id}/user_list_media`)
        .send({ user_list_medium: { medium_id } });
      await here.as(guest).delete(`${LISTS}/${list.id}/user_list_media/0?medium_id=${medium_id}`).expect(204);
      for (const user of [member, invitee]) await home(user);
    }
    for (const read of reads)
      for (const user of [member, invitee]) expect(read).not.toHaveBeenCalledWith(user.id);
    vi.restoreAllMocks();
    expect((await pages(owner))[0]).toMatchObject({ count_media: 3 });
  });

  it('applies a saved filter in the next reply to the caller', async () => {
    const { owner, pages } = await readBefore();
    const titles = async () => (await pages(owner)).map(({ media }: { media: object[] }) => media.length);
    expect(await titles()).toEqual([2, 2]);
    const filter = { user_preference: { key: 'filter_media_type', value: 'series' } };
    await here.as(owner).post('/api/v1/user_preferences/save').send(filter).expect(200);
    await expect.poll(titles).toEqual([0, 0]);
  });
});
