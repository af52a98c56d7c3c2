import { setTimeout as sleep } from 'node:timers/promises';
import type { UserList } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { expect } from 'vitest';
import type { startApp } from './app.ts';
import { createList, createMedium, createUser } from './factories.ts';

type App = Awaited<ReturnType<typeof startApp>>;

const EDITORS = 20;
const TITLES_EACH = 5;
/**
 * The longest pause between two edits of a user. It is longer on a slow machine, where an edit takes longer: without pauses,
 * every reorder would conflict with another edit.
 */
const PAUSE_MS = 250;

/** The number of replies by call and status, for example `reorder 409`. */
type Tally = Map<string, number>;

/**
 * Lets twenty users edit one collaborative list: each adds and removes different titles and reorders all
 * titles. Expects that the list then matches the replies, with each title once, in the database and on every
 * page.
 */
export async function editTogether(app: App, seconds: number): Promise<Tally> {
  const { prisma } = app;
  const people = await Promise.all(Array.from({ length: EDITORS }, () => createUser(prisma)));
  const media = await Promise.all(Array.from({ length: EDITORS * TITLES_EACH }, () => createMedium(prisma)));
  await app.deps.inMemory.refresh();
  const [owner, ...others] = people;
  if (!owner) throw new Error('the list has no users');
  const list = await createList(prisma, owner, {
    collaborate: true,
    shares: others.map((user) => ({ user })),
  });
  const path = `/api/v1/user_lists/${list.id}`;
  const tally: Tally = new Map();

  const began = Date.now();
  // At least one addition and one reorder succeed, however slow the machine is.
  const isOpen = (): boolean =>
    Date.now() - began < seconds * 1_000 || !['add 201', 'reorder 200'].every((key) => tally.has(key));

  async function call(
    user: User,
    name: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) {
    const headers = { authorization: `Bearer ${app.tokenOf(user)}` };
    const reply = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
    const key = `${name} ${reply.statusCode}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    return reply;
  }

  /** Edits the list. Returns the titles of `mine` that are in the list according to the replies. */
  async function edit(user: User, mine: readonly number[]): Promise<Set<number>> {
    const told = new Set<number>();
    let editMs = 0;
    while (isOpen()) {
      await sleep(Math.random() * Math.max(PAUSE_MS, EDITORS * editMs));
      const started = Date.now();
      const mediumId = mine[Math.floor(Math.random() * mine.length)] ?? 0;
      const dice = Math.random();
      if (dice < 0.45) {
        const reply = await call(user, 'add', 'POST', `${path}/user_list_media`, {
          user_list_medium: { medium_id: mediumId },
        });
        expect(reply.statusCode).toBe(told.has(mediumId) ? 200 : 201);
        told.add(mediumId);
      } else if (dice < 0.65) {
        const reply = await call(user, 'remove', 'DELETE', `${path}/user_list_media/0?medium_id=${mediumId}`);
        expect(reply.statusCode).toBe(204);
        told.delete(mediumId);
      } else {
        const seen: { user_list: UserList } = (await call(user, 'see', 'GET', `${path}?simple=true`)).json();
        const order = (seen.user_list.sorted_medium_ids ?? '').split(',').filter(Boolean).map(Number);
        expect(new Set(order).size).toBe(order.length);
        for (const id of told) expect(order).toContain(id);
        const moved = order.splice(Math.floor(Math.random() * order.length), 1);
        order.splice(Math.floor(Math.random() * (order.length + 1)), 0, ...moved);
        const reply = await call(user, 'reorder', 'PUT', path, {
          user_list: { sorted_medium_ids: order.join(',') },
        });
        expect([200, 409]).toContain(reply.statusCode);
      }
      editMs = Date.now() - started;
    }
    return told;
  }

  const told = await Promise.all(
    people.map((user, at) =>
      edit(
        user,
        media.slice(at * TITLES_EACH, (at + 1) * TITLES_EACH).map(({ id }) => id),
      ),
    ),
  );

  const expected = told.flatMap((ids) => [...ids]).sort((a, b) => a - b);
  const rows = await prisma.userListMedium.findMany({ where: { listId: list.id } });
  expect(rows.map(({ mediumId }) => mediumId).sort((a, b) => a - b)).toEqual(expected);
  const pages: number[] = [];
  for (let page = 1, more = true; more; page++) {
    const reply = (await call(owner, 'page', 'GET', `${path}?per_page=10&page=${page}`)).json();
    expect(reply.user_list.count_media).toBe(expected.length);
    pages.push(...reply.user_list.media.map((medium: { id: number }) => medium.id));
    more = reply.pagination.has_more;
  }
  expect(pages.toSorted((a, b) => a - b)).toEqual(expected);
  return tally;
}
