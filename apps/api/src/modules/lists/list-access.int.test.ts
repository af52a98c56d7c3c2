// Tests every call with every role (docs/api.md#list-rights).
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser, unique } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let media: { id: number }[];

beforeAll(async () => {
  app = await startApp();
  media = [];
  for (let at = 0; at < 3; at++) media.push(await createMedium(app.prisma));
  await app.deps.inMemory.refresh();
});

const ROLES = ['owner', 'collaborator', 'member', 'sharing member', 'invited', 'lapsed', 'stranger'] as const;
type Role = (typeof ROLES)[number];

const SHARES: Partial<Record<Role, object>> = {
  collaborator: {},
  member: {},
  'sharing member': { shareAllowed: true },
  invited: { state: 'pending', shareAllowed: true, expiresAt: new Date(Date.now() + 3_600_000) },
  lapsed: { state: 'pending', shareAllowed: true, expiresAt: new Date(Date.now() - 1_000) },
};

/** Creates a list of two titles and a caller with the given role. */
async function scene(role: Role) {
  const { prisma } = app;
  const [owner, other] = await Promise.all([createUser(prisma), createUser(prisma)]);
  const caller: User = role === 'owner' ? owner : other;
  const share = SHARES[role];
  const list = await createList(prisma, owner, {
    collaborate: role === 'collaborator' || role === 'invited' || role === 'stranger',
    media: media.slice(0, 2),
    shares: share ? [{ user: other, ...share }] : [],
  });
  return { list, caller, as: app.as(caller), path: `/api/v1/user_lists/${list.id}` };
}
type Scene = Awaited<ReturnType<typeof scene>>;
const id = (at: number): number => media[at]?.id ?? 0;

/** The calls with their expected statuses. The statuses have the order of ROLES. */
const TABLE: [string, (scene: Scene) => PromiseLike<{ status: number }>, number[]][] = [
  ['see', ({ as, path }) => as.get(path), [200, 200, 200, 200, 200, 404, 404]],
  [
    'see without titles',
    ({ as, path }) => as.get(`${path}?simple=true`),
    [200, 200, 200, 200, 200, 404, 404],
  ],
  [
    'add',
    ({ as, path }) => as.post(`${path}/user_list_media`).send({ user_list_medium: { medium_id: id(2) } }),
    [201, 201, 422, 422, 422, 404, 404],
  ],
  [
    'remove',
    ({ as, path }) => as.delete(`${path}/user_list_media/0?medium_id=${id(0)}`),
    [204, 204, 422, 422, 422, 404, 404],
  ],
  [
    'reorder',
    ({ as, path }) => as.put(path).send({ user_list: { sorted_medium_ids: `${id(1)},${id(0)}` } }),
    [200, 200, 422, 422, 422, 404, 404],
  ],
  [
    'save_selection',
    ({ as, list }) =>
      as
        .post('/api/v1/user_lists/0/user_list_media/save_selection')
        .send({ user_list_medium: { medium_id: id(2), user_list_ids: [list.id] } }),
    [200, 200, 422, 422, 422, 404, 404],
  ],
  [
    'share',
    ({ as, path }) =>
      as.post(`${path}/share`).send({ user_list: { share_items: [{ email: 'someone@example.com' }] } }),
    [200, 422, 422, 200, 422, 404, 404],
  ],
  [
    'allow others to share',
    ({ as, path }) =>
      as
        .post(`${path}/share`)
        .send({ user_list: { share_items: [{ email: 'someone@example.com', share_allowed: true }] } }),
    [200, 422, 422, 422, 422, 404, 404],
  ],
  [
    'rename',
    ({ as, path }) => as.put(path).send({ user_list: { name: unique('New ') } }),
    [200, 422, 422, 422, 422, 404, 404],
  ],
  [
    'change the collaborative switch',
    ({ as, path }) => as.put(path).send({ user_list: { collaborate: true } }),
    [200, 422, 422, 422, 422, 404, 404],
  ],
  [
    'rename in a batch',
    ({ as, list }) =>
      as
        .post('/api/v1/user_lists/batch_update')
        .send({ user_lists: [{ id: list.id, name: unique('New ') }] }),
    [200, 422, 422, 422, 422, 404, 404],
  ],
  ['delete, leave or reject', ({ as, path }) => as.delete(path), [204, 204, 204, 204, 204, 404, 404]],
  [
    'delete, leave or reject in a batch',
    ({ as, list }) =>
      as.post('/api/v1/user_lists/batch_update').send({ user_lists: [{ id: list.id, _destroy: true }] }),
    [200, 200, 200, 200, 200, 404, 404],
  ],
  ['join by id', ({ as, path }) => as.post(`${path}/shared_link`), [200, 200, 200, 200, 200, 404, 404]],
  [
    'join by share code',
    ({ as, list }) => as.post(`/api/v1/user_lists/${list.shareCode}/shared_link`),
    [200, 200, 200, 200, 200, 200, 200],
  ],
];

describe.each(TABLE)('the call “%s”', (_, call, statuses) => {
  it.each(ROLES.map((role, at) => [role, statuses[at]] as const))(
    'gives a caller with the role %s the status %i',
    async (role, status) => {
      const reply = await call(await scene(role));
      expect(reply.status).toBe(status);
    },
  );

  it('returns 422 with not_permitted for roles without the right, and changes nothing', async () => {
    const refused = ROLES.filter((_, at) => statuses[at] === 422);
    for (const role of refused) {
      const before = await scene(role);
      const reply: { status: number; body?: unknown } = await call(before);
      expect(reply.body).toMatchObject({ error: 'not_permitted' });
      const list = await app.prisma.userList.findUniqueOrThrow({
        where: { id: before.list.id },
        include: { shares: true },
      });
      expect(list).toMatchObject({ name: before.list.name, version: before.list.version, mediaCount: 2 });
      expect(list.shares.some(({ email }) => email === 'someone@example.com')).toBe(false);
    }
  });
});

describe('GET /api/v1/user_lists/{id}', () => {
  it.each([
    ['owner', { is_owner: true, can_manage: true, can_edit: true, can_share: true }],
    ['collaborator', { is_owner: false, can_manage: true, can_edit: true, can_share: false }],
    ['member', { is_owner: false, can_manage: true, can_edit: false, can_share: false }],
    ['sharing member', { is_owner: false, can_manage: true, can_edit: false, can_share: true }],
  ] as const)('shows the %s all fields of the list', async (role, flags) => {
    const { as, path, list } = await scene(role);
    const { body } = await as.get(path).expect(200);
    expect(body.user_list).toMatchObject({
      ...flags,
      name: list.name,
      count_media: 2,
      pending_accept: false,
      code: null,
      sorted_medium_ids: `${id(0)},${id(1)}`,
      share_code: flags.can_share ? list.shareCode : null,
    });
    expect(body.user_list.media).toHaveLength(2);
    for (const share of body.user_list.share_items) {
      expect(share.email === null).toBe(!flags.can_share);
      expect(share.display_name).not.toBeNull();
    }
  });

  const glimpse = {
    can_manage: false,
    can_edit: false,
    can_share: false,
    is_owner: false,
    count_media: 2,
    collaborate: false,
    sorted_medium_ids: null,
    share_code: null,
    share_items: [],
    media: [],
    has_medium: null,
  };

  it('shows name, owner, count and invitation code to an invited user', async () => {
    const { as, path, list, caller } = await scene('invited');
    const { body } = await as.get(path).expect(200);
    const owner = await app.prisma.user.findUniqueOrThrow({ where: { id: list.ownerId ?? 0 } });
    const share = await app.prisma.userListShare.findFirstOrThrow({ where: { userId: caller.id } });
    expect(body.user_list).toMatchObject({
      ...glimpse,
      name: list.name,
      owner_name: owner.displayName,
      pending_accept: true,
      code: share.code,
    });
    expect(body.pagination).toEqual({ current_page: 1, has_more: false, page_count: 0, total_count: 0 });
    const titles = await as.get(`/api/v2/media?selection=single_list&id=${list.id}`);
    expect(titles.status).toBe(404);
  });

  it('shows name, owner and count to a holder of the share code, and refuses an edit', async () => {
    const { as, list } = await scene('stranger');
    const path = `/api/v1/user_lists/${list.shareCode}`;
    const { body } = await as.get(path).expect(200);
    expect(body.user_list).toMatchObject({ ...glimpse, name: list.name, pending_accept: false, code: null });
    const added = await as.post(`${path}/user_list_media`).send({ user_list_medium: { medium_id: id(2) } });
    expect(added.body.error).toBe('not_permitted');
  });

  it.each(['watch_later', 'havent_watched'] as const)('shows %s only to its owner', async (listType) => {
    const [owner, other] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const list = await app.prisma.userList.findFirstOrThrow({ where: { ownerId: owner.id, listType } });
    const path = `/api/v1/user_lists/${list.id}`;
    const mine = app.as(owner);
    const { body } = await mine.get(path).expect(200);
    expect(body.user_list).toMatchObject({
      list_type: listType,
      can_manage: false,
      can_share: false,
      can_edit: true,
    });
    const refused = [
      mine.delete(path),
      mine.put(path).send({ user_list: { name: 'Mine' } }),
      mine.put(path).send({ user_list: { collaborate: true } }),
      mine.post(`${path}/share`).send({ user_list: { share_items: [{ email: 'someone@example.com' }] } }),
      mine.post('/api/v1/user_lists/batch_update').send({ user_lists: [{ id: list.id, _destroy: true }] }),
    ];
    for (const call of refused) expect((await call).body.error).toBe('not_permitted');
    for (const address of [list.id, list.shareCode]) {
      await app.as(other).get(`/api/v1/user_lists/${address}`).expect(404);
      await app.as(other).post(`/api/v1/user_lists/${address}/shared_link`).expect(404);
    }
  });

  it('shows staff lists to every user and refuses every write', async () => {
    const user = await createUser(app.prisma);
    const list = await app.prisma.userList.create({
      data: {
        listType: 'staff',
        name: unique('Staff '),
        media: { create: [{ mediumId: id(0), position: 1 }] },
      },
    });
    const path = `/api/v1/user_lists/${list.id}`;
    const as = app.as(user);
    const { body } = await as.get(path).expect(200);
    expect(body.user_list).toMatchObject({
      staff_pick: true,
      list_type: 'staff',
      owner_name: null,
      can_manage: false,
      can_edit: false,
      can_share: false,
      share_code: null,
    });
    expect(body.user_list.media.map((medium: { id: number }) => medium.id)).toEqual([id(0)]);
    const refused = [
      as.delete(path),
      as.put(path).send({ user_list: { name: 'Mine' } }),
      as.post(`${path}/user_list_media`).send({ user_list_medium: { medium_id: id(1) } }),
      as.delete(`${path}/user_list_media/0?medium_id=${id(0)}`),
      as.post(`${path}/share`).send({ user_list: { share_items: [] } }),
      as.post(`${path}/shared_link`),
    ];
    for (const call of refused) expect((await call).body.error).toBe('not_permitted');
  });
});
