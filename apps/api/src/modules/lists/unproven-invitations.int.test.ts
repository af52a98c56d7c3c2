// Rights of an invitation belong to the owner of its address, also when another person signed up with it.
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser, unique } from '../../../test/factories.ts';

const app = await startApp();
const { prisma, as, visitor } = app;
const medium = await createMedium(prisma);
await app.deps.inMemory.refresh();

const LISTS = '/api/v1/user_lists';
const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

/** Creates a list with an invitation that allows sharing, and the unproven account of the invited address. */
async function scene({ expiresAt = inDays(10), joined = false } = {}) {
  const [owner, caller] = await Promise.all([
    createUser(prisma),
    createUser(prisma, { emailVerifiedAt: null }),
  ]);
  const list = await createList(prisma, owner, { name: unique('Aaa secret '), media: [medium] });
  const { code } = await prisma.userListShare.create({
    data: {
      listId: list.id,
      email: caller.email,
      invitedById: owner.id,
      shareAllowed: true,
      expiresAt,
    },
  });
  if (joined) await join(caller, list.shareCode).expect(200);
  return { owner, caller, list, code, path: `${LISTS}/${list.id}` };
}

const join = (user: User, shareCode: string) => as(user).post(`${LISTS}/${shareCode}/shared_link`);
const share = (user: User, path: string) =>
  as(user)
    .post(`${path}/share`)
    .send({ user_list: { share_items: [{ email: `${unique('friend')}@example.com` }] } });
const prove = (user: User) =>
  prisma.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
const listed = async (user: User) =>
  (await as(user).get(`${LISTS}?shared_included=true`).expect(200)).body.user_lists.filter(
    ({ is_owner }: { is_owner: boolean }) => !is_owner,
  );
const invitationsTo = (email: string, listId: number) =>
  prisma.userListShare.findMany({ where: { listId, email } });

describe('an invitation to an address that its account has not proven', () => {
  it('is listed with its id only', async () => {
    const { caller, list } = await scene();
    expect(await listed(caller)).toEqual([
      {
        id: list.id,
        name: 'Invitation',
        staff_pick: false,
        can_manage: false,
        can_edit: false,
        is_owner: false,
        can_share: false,
        owner_name: null,
        count_media: 0,
        has_medium: null,
        pending_accept: true,
        code: null,
        share_code: null,
        share_items: [],
        list_type: 'custom',
        collaborate: false,
        sorted_medium_ids: null,
        media: [],
        last_change: null,
        elsewhere_count: null,
      },
    ]);
  });

  it('makes no call about the list answer anything but 404', async () => {
    const { caller, path, list } = await scene();
    const me = as(caller);
    const calls = [
      me.get(path),
      me.get(`${path}?simple=true`),
      me.put(path).send({ user_list: { name: 'Mine' } }),
      me.delete(path),
      me.post(`${path}/shared_link`),
      me.post(`${path}/renew_link`),
      me.post(`${path}/user_list_media`).send({ user_list_medium: { medium_id: medium.id } }),
      me.delete(`${path}/user_list_media/0?medium_id=${medium.id}`),
      me.get(`/api/v2/media?selection=single_list&id=${list.id}`),
      me.post(`${LISTS}/batch_update`).send({ user_lists: [{ id: list.id, name: 'Mine' }] }),
      me
        .post(`${LISTS}/0/user_list_media/save_selection`)
        .send({ user_list_medium: { medium_id: medium.id, user_list_ids: [list.id] } }),
      share(caller, path),
    ];
    for (const call of calls) expect((await call).status).toBe(404);
  });

  it('is in no export of the account', async () => {
    const { caller, list } = await scene();
    const { text } = await as(caller).get('/api/v1/user/export').expect(200);
    expect(text).not.toContain(list.name);
  });

  it('shows name, owner and code when the address is proven', async () => {
    const { owner, caller, list, code, path } = await scene();
    await prove(caller);
    expect(await listed(caller)).toMatchObject([
      { name: list.name, owner_name: owner.displayName, pending_accept: true, code, count_media: 1 },
    ]);
    await as(caller).get(path).expect(200);
  });
});

describe('a user without a proven address who joins by the share link', () => {
  it('sees the list once, as a member without the right to share, until the address is proven', async () => {
    const { owner, caller, list, path } = await scene({ joined: true });
    expect(await listed(caller)).toMatchObject([
      { id: list.id, name: list.name, pending_accept: false, can_share: false, share_code: null },
    ]);
    expect((await share(caller, path)).body.error).toBe('not_permitted');
    const itemOf = async () => (await as(owner).get(path).expect(200)).body.user_list.share_items[0];
    expect(await itemOf()).toMatchObject({ state: 'accepted', share_allowed: false });
    const exported = await as(caller).get('/api/v1/user/export').expect(200);
    expect(exported.text).not.toContain('"shareAllowed":true');
    await prove(caller);
    expect(await listed(caller)).toMatchObject([{ pending_accept: false, can_share: true }]);
    await share(caller, path).expect(200);
    expect(await itemOf()).toMatchObject({ share_allowed: true });
  });

  it('gets no right to share from the owner before the proof', async () => {
    const { owner, caller, list, path } = await scene();
    await prisma.userListShare.deleteMany({ where: { listId: list.id } });
    await join(caller, list.shareCode).expect(200);
    const items = [{ email: caller.email, share_allowed: true }];
    await as(owner)
      .post(`${path}/share`)
      .send({ user_list: { share_items: items } })
      .expect(200);
    expect((await share(caller, path)).status).toBe(422);
    await prove(caller);
    await share(caller, path).expect(200);
  });

  it('gets the right with the mailed link, which stays open for the owner of the address', async () => {
    const { caller, code, path } = await scene({ joined: true });
    await visitor.get(`/api/v1/invitations/${code}`).expect(200);
    await as(caller).get(`/accept_list/${code}`).set('accept', 'application/json').expect(200);
    await share(caller, path).expect(200);
    await visitor.get(`/api/v1/invitations/${code}`).expect(404);
  });

  it('leaves the invitation to the owner of the address when the user leaves the list', async () => {
    const { caller, list, code, path } = await scene({ joined: true });
    await as(caller).delete(path).expect(204);
    await as(caller).delete(path).expect(204);
    expect(await listed(caller)).toMatchObject([{ name: 'Invitation', pending_accept: true }]);
    expect(await invitationsTo(caller.email, list.id)).toMatchObject([
      { state: 'pending', code, shareAllowed: true },
    ]);
  });

  it('leaves the invitation to the owner of the address when the account is deleted', async () => {
    const { caller, list, code } = await scene({ joined: true });
    await as(caller).post('/api/v1/users/destroy').expect(200);
    expect(await invitationsTo(caller.email, list.id)).toMatchObject([
      { state: 'pending', code, userId: null },
    ]);
    const heir = await createUser(prisma, { email: caller.email });
    expect(await listed(heir)).toMatchObject([{ id: list.id, code }]);
  });

  it('takes the membership but not the invitation along to another address', async () => {
    const { caller, list, code, path } = await scene({ joined: true });
    const email = `${unique('moved')}@example.com`;
    await prisma.user.update({ where: { id: caller.id }, data: { email, emailVerifiedAt: new Date() } });
    expect(await invitationsTo(caller.email, list.id)).toMatchObject([
      { state: 'pending', code, userId: null },
    ]);
    expect(await listed(caller)).toMatchObject([{ id: list.id, pending_accept: false, can_share: false }]);
    expect((await share(caller, path)).status).toBe(422);
  });

  it('can leave a list that has the largest number of open invitations', async () => {
    const { owner, caller, list, path } = await scene({ joined: true });
    await prisma.userListShare.createMany({
      data: Array.from({ length: 50 }, () => ({
        listId: list.id,
        email: `${unique('open')}@example.com`,
        invitedById: owner.id,
        expiresAt: inDays(10),
      })),
    });
    await as(caller).delete(path).expect(204);
  });

  it('leaves no invitation when it has expired meanwhile', async () => {
    const { caller, list, path } = await scene({ expiresAt: inDays(-1), joined: true });
    await as(caller).delete(path).expect(204);
    expect(await invitationsTo(caller.email, list.id)).toEqual([]);
  });
});

describe('a member who changes to an address that was invited to the same list', () => {
  it('gets the right of the invitation', async () => {
    const [owner, member] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const list = await createList(prisma, owner, { shares: [{ user: member }] });
    const email = `${unique('second')}@example.com`;
    await prisma.userListShare.create({
      data: { listId: list.id, email, shareAllowed: true, expiresAt: inDays(10) },
    });
    expect((await share(member, `${LISTS}/${list.id}`)).status).toBe(422);
    await prisma.user.update({ where: { id: member.id }, data: { email } });
    await share(member, `${LISTS}/${list.id}`).expect(200);
    expect(await invitationsTo(email, list.id)).toHaveLength(1);
  });
});
