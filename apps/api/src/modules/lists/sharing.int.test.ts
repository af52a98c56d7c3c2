import { INVITATION_DAYS, type ShareItem } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createUser, PASSWORD, unique } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let limited: typeof app;
beforeAll(async () => {
  app = await startApp();
  limited = await startApp({ RATE_LIMIT: 'on' });
});

const LISTS = '/api/v1/user_lists';
const share = (user: User, list: number | string, share_items: unknown) =>
  app.as(user).post(`${LISTS}/${list}/share`).send({ user_list: { share_items } });
const answer = (user: User, verb: 'accept' | 'reject', code: string) =>
  app.as(user).get(`/${verb}_list/${code}`).set('accept', 'application/json');
const invitations = (listId: number) =>
  app.prisma.userListShare.findMany({ where: { listId }, orderBy: { id: 'asc' } });
const codeOf = async (listId: number): Promise<string> => (await invitations(listId))[0]?.code ?? '';
const mails = (kind: string, shareId: number) =>
  app.prisma.outboxMessage.findMany({ where: { kind, payload: { path: ['shareId'], equals: shareId } } });

async function ownerAndList(more: Parameters<typeof createList>[2] = {}) {
  const owner = await createUser(app.prisma);
  return { owner, list: await createList(app.prisma, owner, more) };
}

describe('POST /api/v1/user_lists/{id}/share', () => {
  it('mails one invitation to each user and to each address without an account', async () => {
    const { owner, list } = await ownerAndList();
    const guest = await createUser(app.prisma);
    const address = `${unique('New.')}@Example.com`;
    const items = [{ email: ` ${guest.email.toUpperCase()} ` }, { email: address, share_allowed: true }];
    for (let round = 0; round < 2; round++) {
      const { body } = await share(owner, list.id, items).expect(200);
      expect(body.user_list.share_items).toHaveLength(2);
      expect(body.user_list.share_items).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            email: guest.email.toUpperCase(),
            state: 'pending',
            share_allowed: false,
          }),
          expect.objectContaining({ email: address, state: 'pending', share_allowed: true }),
        ]),
      );
      // The reply does not reveal whether an invited address has an account.
      expect(body.user_list.share_items.map((item: ShareItem) => item.display_name)).toEqual([null, null]);
    }
    const rows = await invitations(list.id);
    expect(rows.find(({ userId }) => userId === guest.id)).toBeDefined();
    for (const row of rows) {
      const sent = await mails('invitation', row.id);
      expect(sent.map(({ userId }) => userId)).toEqual([row.userId]);
      const days = ((row.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(INVITATION_DAYS - 0.01);
      expect(days).toBeLessThanOrEqual(INVITATION_DAYS);
    }
  });

  it('updates and removes the given shares and keeps all other shares', async () => {
    const { owner, list } = await ownerAndList();
    const member = await createUser(app.prisma);
    await share(owner, list.id, [{ email: 'stays@example.com' }, { email: member.email }]).expect(200);
    const update = await share(owner, list.id, [{ email: member.email, share_allowed: true }]).expect(200);
    expect(update.body.user_list.share_items.map((item: ShareItem) => item.share_allowed).sort()).toEqual([
      false,
      true,
    ]);
    for (let round = 0; round < 2; round++) {
      const { body } = await share(owner, list.id, [{ email: member.email, _destroy: true }]).expect(200);
      expect(body.user_list.share_items.map((item: ShareItem) => item.email)).toEqual(['stays@example.com']);
    }
    await app.as(member).get(`${LISTS}/${list.id}`).expect(404);
  });

  it.each([
    ['the same address twice', ['a@example.com', 'A@Example.COM'], 'E-mail already added to the list!'],
    ['no address', ['nobody'], /invalid/],
    ['an address with a mail header', ['a@example.com\nBcc: b@example.com'], /allowed|invalid/],
    ['an address of 255 characters', [`${'a'.repeat(243)}@example.com`], /at most 254/],
  ])('returns 422 for %s and invites no address', async (_, emails, message) => {
    const { owner, list } = await ownerAndList();
    const items = ['fine@example.com', ...emails].map((email) => ({ email }));
    const { body } = await share(owner, list.id, items).expect(422);
    expect(body.errors.share_items[0]).toMatch(message);
    expect(await invitations(list.id)).toEqual([]);
  });

  it('returns 422 for the address of the caller or of the owner, and invites no address', async () => {
    const member = await createUser(app.prisma);
    const { owner, list } = await ownerAndList({ shares: [{ user: member, shareAllowed: true }] });
    for (const [user, email] of [
      [owner, owner.email],
      [member, member.email],
      [member, owner.email.toUpperCase()],
    ] as const) {
      const { body } = await share(user, list.id, [{ email: 'fine@example.com' }, { email }]).expect(422);
      expect(body.errors.share_items).toHaveLength(1);
    }
    expect(await invitations(list.id)).toHaveLength(1);
  });

  it('lets a list member who may share send invitations, and withdraw only invitations that they sent', async () => {
    const [member, other] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const { list } = await ownerAndList({
      shares: [
        { user: member, shareAllowed: true },
        { user: other, shareAllowed: true },
      ],
    });
    await share(member, list.id, [{ email: 'mine@example.com' }]).expect(200);
    await share(member, list.id, [{ email: 'mine@example.com', _destroy: true }]).expect(200);
    for (const items of [
      [{ email: other.email, _destroy: true }],
      [{ email: other.email, share_allowed: false }],
      [{ email: 'x@example.com' }, { email: 'y@example.com', share_allowed: true }],
    ]) {
      expect((await share(member, list.id, items).expect(422)).body.error).toBe('not_permitted');
    }
    await share(member, list.id, [{ email: other.email }]).expect(200);
    expect((await invitations(list.id)).map(({ email }) => email)).toEqual([member.email, other.email]);
  });

  it('creates one invitation when ten list members invite the same address at the same time', async () => {
    const { owner, list } = await ownerAndList();
    const email = `${unique('race')}@example.com`;
    const replies = await Promise.all(Array.from({ length: 10 }, () => share(owner, list.id, [{ email }])));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const rows = await invitations(list.id);
    expect(rows).toHaveLength(1);
    expect(await mails('invitation', rows[0]?.id ?? 0)).toHaveLength(1);
  });
});

describe('mails to one address', () => {
  it('stop after five mails an hour, while invitations are still created', async () => {
    const email = `${unique('flood')}@example.com`;
    const owner = await createUser(app.prisma);
    const sent: number[] = [];
    for (let at = 0; at < 7; at++) {
      const list = await createList(app.prisma, owner);
      await limited
        .as(owner)
        .post(`${LISTS}/${list.id}/share`)
        .send({ user_list: { share_items: [{ email }] } })
        .expect(200);
      const [row] = await invitations(list.id);
      expect(row).toMatchObject({ email, state: 'pending' });
      sent.push((await mails('invitation', row?.id ?? 0)).length);
    }
    expect(sent).toEqual([1, 1, 1, 1, 1, 0, 0]);
  });

  it('do not fail when only PostgreSQL or only Node treats two spellings as equal', async () => {
    const { owner, list } = await ownerAndList();
    const items = [{ email: 'i\u0307@example.com' }, { email: '\u0130@example.com' }];
    const { status } = await share(owner, list.id, items);
    expect([200, 422]).toContain(status);
  });
});

describe('invitations', () => {
  async function invited(more: object = {}) {
    const guest = await createUser(app.prisma);
    const { owner, list } = await ownerAndList({
      shares: [{ user: guest, state: 'pending', expiresAt: new Date(Date.now() + 60_000), ...more }],
    });
    return { owner, list, guest, code: await codeOf(list.id) };
  }

  it('are accepted once, and a repeated call returns 200', async () => {
    const { owner, list, guest, code } = await invited();
    for (let round = 0; round < 2; round++) {
      const { body } = await answer(guest, 'accept', code).expect(200);
      expect(body.user_list).toMatchObject({
        id: list.id,
        pending_accept: false,
        code: null,
        can_manage: true,
      });
    }
    const [row] = await invitations(list.id);
    expect(row).toMatchObject({ state: 'accepted', userId: guest.id });
    const told = await mails('invitation_accepted', row?.id ?? 0);
    expect(told.map(({ userId }) => userId)).toEqual([owner.id]);
    const { body } = await app.as(owner).get(`${LISTS}/${list.id}?simple=true`);
    expect(body.user_list.share_items[0]).toMatchObject({
      display_name: guest.displayName,
      state: 'accepted',
    });
  });

  it('are rejected once, and a repeated call returns 404', async () => {
    const { list, guest, code } = await invited();
    expect((await answer(guest, 'reject', code).expect(200)).body).toEqual({ message: expect.any(String) });
    await answer(guest, 'reject', code).expect(404);
    await answer(guest, 'accept', code).expect(404);
    await app.as(guest).get(`${LISTS}/${list.id}`).expect(404);
    expect(await invitations(list.id)).toEqual([]);
  });

  it('cannot be rejected after they were accepted', async () => {
    const { guest, code, list } = await invited();
    await answer(guest, 'accept', code).expect(200);
    expect((await answer(guest, 'reject', code).expect(422)).body.error).toBe('not_permitted');
    await app.as(guest).get(`${LISTS}/${list.id}`).expect(200);
  });

  it('can be accepted or rejected only by the user with the invited address', async () => {
    const { owner, code, list } = await invited();
    const other = await createUser(app.prisma);
    for (const user of [other, owner])
      for (const verb of ['accept', 'reject'] as const) await answer(user, verb, code).expect(404);
    await answer(other, 'accept', 'no-such-code').expect(404);
    await app.visitor.get(`/accept_list/${code}`).set('accept', 'application/json').expect(401);
    expect(await invitations(list.id)).toHaveLength(1);
  });

  it('expire, and are renewed when the list is shared again', async () => {
    const { owner, guest, list, code } = await invited({ expiresAt: new Date(Date.now() - 1) });
    await answer(guest, 'accept', code).expect(404);
    await answer(guest, 'reject', code).expect(404);
    await share(owner, list.id, [{ email: guest.email }]).expect(200);
    const [row] = await invitations(list.id);
    expect(await mails('invitation', row?.id ?? 0)).toHaveLength(1);
    await answer(guest, 'accept', code).expect(200);
  });

  it('belong to the account that later signs up with the invited address', async () => {
    const { owner, list } = await ownerAndList();
    const name = unique('n');
    await share(owner, list.id, [{ email: `${name}@Example.com` }]).expect(200);
    const { body } = await app.visitor
      .post('/users')
      .send({
        user: { email: `${name}@example.com`, password: PASSWORD, display_name: name, signup_step: 4 },
      })
      .expect(201);
    const user = await app.prisma.user.findUniqueOrThrow({ where: { id: body.user.id } });
    const index = await app.as(user).get(`${LISTS}?shared_included=true`).expect(200);
    const pending = index.body.user_lists.find((entry: { id: number }) => entry.id === list.id);
    expect(pending).toMatchObject({
      pending_accept: true,
      code: null,
      owner_name: null,
      media: [],
    });
    // Until the address is proven, only the mailed link works. The use of this link proves the address.
    await app.as(user).post(`${LISTS}/${list.id}/shared_link`).expect(404);
    await app.as(user).delete(`${LISTS}/${list.id}`).expect(404);
    const { code } = await app.prisma.userListShare.findFirstOrThrow({ where: { listId: list.id } });
    await answer(user, 'accept', code).expect(200);
    expect(await app.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      emailVerifiedAt: expect.any(Date),
    });
    await app.as(user).get(`${LISTS}/${list.id}`).expect(200);
  });

  it('belong to the account that has the invited address, even after an address changes', async () => {
    const { list, guest, code } = await invited();
    const old = guest.email;
    await app.prisma.user.update({
      where: { id: guest.id },
      data: { email: `${unique('moved')}@example.com` },
    });
    await answer(guest, 'accept', code).expect(404);
    const heir = await createUser(app.prisma, { email: old });
    await answer(heir, 'accept', code).expect(200);
    await app.prisma.user.update({
      where: { id: heir.id },
      data: { email: `${unique('moved')}@example.com` },
    });
    const { email } = await app.prisma.user.findUniqueOrThrow({ where: { id: heir.id } });
    expect((await invitations(list.id)).map((row) => [row.email, row.userId])).toEqual([[email, heir.id]]);
    await app.as(heir).get(`${LISTS}/${list.id}`).expect(200);
  });

  it('are assigned to the new account, whether the sign-up or the invitation commits first', async () => {
    for (let round = 0; round < 10; round++) {
      const { owner, list } = await ownerAndList();
      const email = `${unique('race')}@example.com`;
      const [, user] = await Promise.all([
        share(owner, list.id, [{ email }]).expect(200),
        createUser(app.prisma, { email }),
      ]);
      expect((await invitations(list.id)).map((row) => row.userId)).toEqual([user.id]);
    }
  });

  it('leave no membership when the owner withdraws them during the acceptance', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, guest, list, code } = await invited();
      const [accepted, withdrawn] = await Promise.all([
        answer(guest, 'accept', code),
        share(owner, list.id, [{ email: guest.email, _destroy: true }]),
      ]);
      expect(withdrawn.status).toBe(200);
      expect([200, 404]).toContain(accepted.status);
      expect(await invitations(list.id)).toEqual([]);
    }
  });
});

describe('POST /api/v1/user_lists/{share_code}/shared_link', () => {
  it('makes the caller a list member, and mails the owner only once when the call is repeated', async () => {
    const { owner, list } = await ownerAndList();
    const guest = await createUser(app.prisma);
    for (let round = 0; round < 2; round++) {
      const { body } = await app.as(guest).post(`${LISTS}/${list.shareCode}/shared_link.json`).expect(200);
      expect(body.user_list).toMatchObject({
        id: list.id,
        can_manage: true,
        is_owner: false,
        share_code: null,
      });
    }
    const rows = await invitations(list.id);
    expect(rows).toMatchObject([
      { email: guest.email, userId: guest.id, state: 'accepted', shareAllowed: false },
    ]);
    const told = await mails('invitation_accepted', rows[0]?.id ?? 0);
    expect(told.map(({ userId }) => userId)).toEqual([owner.id]);
    const { body } = await app.as(owner).post(`${LISTS}/${list.shareCode}/shared_link`).expect(200);
    expect(body.user_list.is_owner).toBe(true);
  });

  it('accepts an expired invitation, and keeps its right to share', async () => {
    const guest = await createUser(app.prisma);
    const lapsed = { user: guest, state: 'pending', shareAllowed: true, expiresAt: new Date(0) } as const;
    const { list } = await ownerAndList({ shares: [lapsed] });
    await app.as(guest).post(`${LISTS}/${list.id}/shared_link`).expect(404);
    const { body } = await app.as(guest).post(`${LISTS}/${list.shareCode}/shared_link`).expect(200);
    expect(body.user_list).toMatchObject({ can_share: true, share_code: list.shareCode });
    expect(await invitations(list.id)).toHaveLength(1);
  });

  it('creates one membership for ten simultaneous calls', async () => {
    const { list } = await ownerAndList();
    const guest = await createUser(app.prisma);
    const join = () => app.as(guest).post(`${LISTS}/${list.shareCode}/shared_link`);
    const replies = await Promise.all(Array.from({ length: 10 }, join));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await invitations(list.id)).toHaveLength(1);
  });
});

describe('GET /api/v1/invitations/{code}', () => {
  const read = (code: string, from = app) => from.visitor.get(`/api/v1/invitations/${code}`);

  it('shows a visitor the inviter, the list, the invited address, and whether the address has an account', async () => {
    const { owner, list } = await ownerAndList({ name: 'Rainy Sundays' });
    const user = await createUser(app.prisma);
    const address = `${unique('new')}@example.com`;
    await share(owner, list.id, [{ email: user.email }, { email: address }]).expect(200);
    for (const row of await invitations(list.id)) {
      const { body } = await read(row.code).expect(200);
      expect(body).toEqual({
        invitation: {
          email: row.email,
          inviter_name: owner.displayName,
          list_name: 'Rainy Sundays',
          has_account: row.userId !== null,
        },
      });
    }
  });

  it('returns 404 when the invitation is accepted, rejected, expired or unknown', async () => {
    const { owner, list } = await ownerAndList();
    const users = await Promise.all([1, 2, 3].map(() => createUser(app.prisma)));
    await share(
      owner,
      list.id,
      users.map(({ email }) => ({ email })),
    ).expect(200);
    const codes = new Map((await invitations(list.id)).map(({ userId, code }) => [userId, code]));
    const [accepting, rejecting, late] = users;
    if (!accepting || !rejecting || !late) throw new Error('expected three users');
    await answer(accepting, 'accept', codes.get(accepting.id) ?? '').expect(200);
    await answer(rejecting, 'reject', codes.get(rejecting.id) ?? '').expect(200);
    await app.prisma.userListShare.updateMany({
      where: { userId: late.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    for (const code of [...codes.values(), 'unknown-code']) await read(code).expect(404);
  });

  it('allows 20 reads a minute from one IP address', async () => {
    const statuses = [];
    for (let call = 0; call < 21; call++) statuses.push((await read('unknown-code', limited)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  });
});
