import { CAPS } from '@marquee/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../test/app.ts';
import { createList, createMedium, createUser, unique } from '../../test/factories.ts';

const { prisma, as } = await startApp();

let owner: Awaited<ReturnType<typeof createUser>>;
beforeAll(async () => {
  owner = await createUser(prisma);
});

describe('caps', () => {
  it('allow 200 custom lists per user', async () => {
    const user = await createUser(prisma);
    await prisma.userList.createMany({
      data: Array.from({ length: CAPS.customLists }, (_, at) => ({ ownerId: user.id, name: `List ${at}` })),
    });
    const { status, body } = await as(user).post('/api/v1/user_lists').send({ name: 'One more' });
    expect([status, body.error]).toEqual([422, 'limit_reached']);
    expect(body.message).toContain('200');
  });

  it('allow 10,000 titles per list, and a removal from a full list', async () => {
    const list = await createList(prisma, owner);
    const medium = await createMedium(prisma);
    await prisma.userList.update({ where: { id: list.id }, data: { mediaCount: CAPS.titlesPerList } });
    const add = () =>
      as(owner)
        .post(`/api/v1/user_lists/${list.id}/user_list_media`)
        .send({ user_list_medium: { medium_id: medium.id } });
    const { status, body } = await add();
    expect([status, body.error]).toEqual([422, 'limit_reached']);
    expect(body.message).toContain('10,000');
    await prisma.userList.update({ where: { id: list.id }, data: { mediaCount: CAPS.titlesPerList - 1 } });
    expect((await add()).status).toBe(201);
    await as(owner)
      .delete(`/api/v1/user_lists/${list.id}/user_list_media/0?medium_id=${medium.id}`)
      .expect(204);
  });

  it('allow 50,000 list entries per user', async () => {
    const user = await createUser(prisma);
    const medium = await createMedium(prisma);
    for (let at = 0; at < 5; at++) {
      const full = await createList(prisma, user);
      await prisma.userList.update({ where: { id: full.id }, data: { mediaCount: CAPS.titlesPerList } });
    }
    const list = await createList(prisma, user);
    const { status, body } = await as(user)
      .post(`/api/v1/user_lists/${list.id}/user_list_media`)
      .send({ user_list_medium: { medium_id: medium.id } });
    expect([status, body.error]).toEqual([422, 'limit_reached']);
    expect(body.message).toContain('50,000');
  });

  it('allow 50 open invitations and 200 list members per list', async () => {
    const list = await createList(prisma, owner);
    const emails = (count: number) => Array.from({ length: count }, () => `${unique('f')}@example.com`);
    const invite = () =>
      as(owner)
        .post(`/api/v1/user_lists/${list.id}/share`)
        .send({ user_list: { share_items: [{ email: `${unique('g')}@example.com` }] } });
    await prisma.userListShare.createMany({
      data: emails(CAPS.openInvitationsPerList).map((email) => ({ listId: list.id, email })),
    });
    const refused = await invite();
    expect([refused.status, refused.body.error]).toEqual([422, 'limit_reached']);
    await prisma.userListShare.deleteMany({ where: { listId: list.id } });
    const members = emails(CAPS.membersPerList);
    await prisma.user.createMany({
      data: members.map((email) => ({ email, displayName: unique('m'), passwordHash: '' })),
    });
    await prisma.userListShare.createMany({
      data: members.map((email) => ({
        listId: list.id,
        email,
        state: 'accepted' as const,
        acceptedAt: new Date(),
      })),
    });
    const guest = await createUser(prisma);
    const full = await as(guest).post(`/api/v1/user_lists/${list.shareCode}/shared_link`);
    expect([full.status, full.body.error]).toEqual([422, 'limit_reached']);
  });
});

describe('a share link', () => {
  it('returns 404 after the owner renews the link or removes a list member', async () => {
    const member = await createUser(prisma);
    const list = await createList(prisma, owner, { shares: [{ user: member }] });
    const { body } = await as(owner).post(`/api/v1/user_lists/${list.id}/renew_link`).expect(200);
    expect(body.user_list.share_code).not.toBe(list.shareCode);
    const stranger = await createUser(prisma);
    await as(stranger).get(`/api/v1/user_lists/${list.shareCode}`).expect(404);
    await as(member).get(`/api/v1/user_lists/${list.id}`).expect(200);
    await as(owner)
      .post(`/api/v1/user_lists/${list.id}/share`)
      .send({ user_list: { share_items: [{ email: member.email, _destroy: true }] } })
      .expect(200);
    await as(member).post(`/api/v1/user_lists/${body.user_list.share_code}/shared_link`).expect(404);
  });
});
