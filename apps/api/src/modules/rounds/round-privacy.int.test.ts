import type { Round } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { createList, createUser } from '../../../test/factories.ts';
import { type Agent, startRounds } from '../../../test/rounds.ts';

const { prisma, as, visitor, ids, guestAgent, start, read, join, patch, joinAsGuest } = await startRounds();

describe('the deck of a guest', () => {
  it('has twenty titles without offers and likelihoods, which only a guest may rate', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host);
    const guest = await joinAsGuest(code);
    const { body } = await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200);
    expect(body.media).toHaveLength(20);
    for (const medium of body.media)
      expect([medium.provider_medium, medium.likelyhood, medium.rating]).toEqual([[], null, null]);
    const put = (agent: Agent, ratings: unknown) =>
      agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings });
    const one_rating = [{ medium_id: body.media[0].id, rating: 7 }];
    await put(guest.agent, one_rating).expect(200);
    await put(guest.agent, [{ medium_id: 2_000_000_000, rating: 7 }]).expect(422);
    await put(guest.agent, [{ medium_id: body.media[0].id, rating: 11 }]).expect(422);
    expect((await put(as(host), one_rating)).body.error).toBe('not_permitted');
    const again = await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200);
    expect(again.body.media[0]).toMatchObject({ id: body.media[0].id, rating: 7 });
  });

  it('counts: what a guest rates low is not in the deck of the round', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host);
    const guest = await joinAsGuest(code);
    const { body } = await guest.agent.get(`/api/v1/rounds/${code}/deck`).expect(200);
    const rated: number[] = body.media.map(({ id }: { id: number }) => id);
    const ratings = rated.map((medium_id) => ({ medium_id, rating: 2 }));
    await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(200);
    const reply = await patch(host, code, { state: 'voting' }).expect(200);
    const deck: number[] = reply.body.round.media.map(({ id }: { id: number }) => id);
    expect(deck.filter((id) => rated.includes(id))).toEqual([]);
    await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(409);
  });
});

describe('what others see', () => {
  it('is no rating, likelihood, hidden title or reason, and no band that is not allowed', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => createUser(prisma)));
    const [host, member, leaver] = users as [User, User, User];
    const [stranger, invited] = [await createUser(prisma), await createUser(prisma)];
    await createList(prisma, host, { shares: [{ user: invited }] });
    const hidden = ids.slice(0, 5);
    await prisma.userMediumHidden.createMany({
      data: hidden.map((mediumId) => ({ userId: member.id, mediumId })),
    });
    await prisma.userMediumRating.createMany({
      data: ids.slice(5, 60).map((mediumId, at) => ({ userId: member.id, mediumId, rating: 5 + (at % 6) })),
    });
    const { code } = await start(host, { mode: 'swipe', companion_ids: [invited.id] });
    await join(member, code);
    await join(leaver, code);
    const guest = await joinAsGuest(code);
    await as(member).patch(`/api/v1/rounds/${code}/me`).send({ show_match: true }).expect(200);
    const readers: Record<string, Agent> = {
      host: as(host),
      member: as(member),
      guest: guest.agent,
      leaver: as(leaver),
      stranger: as(stranger),
      invited: as(invited),
      visitor: visitor as Agent,
    };
    const replies = async (): Promise<
      { name: string; path: string; text: string; round: Round | null }[]
    > => {
      const found = [];
      for (const [name, agent] of Object.entries(readers)) {
        for (const path of ['', '/deck']) {
          const reply = await agent.get(`/api/v1/rounds/${code}${path}`);
          found.push({
            name,
            path,
            text: reply.text,
            round: reply.status === 200 && !path ? reply.body.round : null,
          });
        }
      }
      return found;
    };
    const expectPrivate = async (shown: readonly number[]): Promise<void> => {
      for (const { name, text, round } of await replies()) {
        expect(text, name).not.toMatch(
          /"rating":\d|"likelyhood":\d|"because":\[|"has_list":true|"hidden":true/,
        );
        for (const id of hidden) expect(text, name).not.toContain(`{"id":${id},"title"`);
        for (const user of users) {
          expect(text).not.toContain(user.email);
          expect(text).not.toMatch(new RegExp(`"(user_id|userId)":${user.id}\\b`));
        }
        if (name === 'stranger' || name === 'visitor') expect(round).toBeNull();
        if (name === 'invited') expect(Object.keys(round ?? {})).not.toContain('members');
        for (const medium of round?.media ?? [])
          expect((medium.bands ?? []).map(({ member_id }) => member_id)).toEqual(shown);
      }
    };
    await expectPrivate([]);
    await patch(host, code, { state: 'voting' }).expect(200);
    const { media, members, me } = await read(as(member), code);
    expect(media).toHaveLength(60);
    expect(members).toHaveLength(4);
    await expectPrivate([me]);
    await as(leaver).delete(`/api/v1/rounds/${code}/me`).expect(204);
    await as(leaver).get(`/api/v1/rounds/${code}`).expect(404);
    await expectPrivate([me]);
    await guest.agent.delete(`/api/v1/rounds/${code}/me`).expect(204);
    await expectPrivate([]);
    for (const { bands } of (await read(as(host), code)).media) expect(bands).toBeUndefined();
  });

  it('is nothing beyond the round with a guest token, and nothing of another round', async () => {
    const { code } = await start(await createUser(prisma));
    const another = await start(await createUser(prisma));
    const guest = await joinAsGuest(code);
    await guest.agent.get(`/api/v1/rounds/${another.code}`).expect(404);
    for (const path of [
      '/api/v1/user',
      '/api/v2/media',
      '/api/v1/rounds',
      '/api/v1/plans',
      '/api/v1/tonight',
    ])
      await guest.agent.get(path).expect(401);
    const [memberId, expires, signature = ''] = guest.token.split('.');
    const forged = [
      `${Number(memberId) - 1}.${expires}.${signature}`,
      `${memberId}.9999999999999.${signature}`,
    ];
    for (const token of forged) await guestAgent(token).get(`/api/v1/rounds/${code}`).expect(401);
  });
});
