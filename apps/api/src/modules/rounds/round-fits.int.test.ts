// All members of the round read about the winner: one thing that each of them likes about it, and where it plays for whom.
import type { User } from '@marquee/prisma';
import { describe, expect, it } from 'vitest';
import { createUser, unique } from '../../../test/factories.ts';
import { startRounds } from '../../../test/rounds.ts';

const { prisma, deps, as, ids, providerId, start, read, join, patch, joinAsGuest } = await startRounds();

// A fact of many titles is no reason.
const [japanese, french] = [ids.filter((_, at) => at % 10 === 0), ids.filter((_, at) => at % 10 !== 0)];
await prisma.medium.updateMany({
  where: { id: { in: japanese } },
  data: { countries: ['JP'], language: 'ja' },
});
await prisma.medium.updateMany({
  where: { id: { in: french } },
  data: { countries: ['FR'], language: 'fr' },
});
// A name says more than a country, so it comes first among the reasons of a card.
const director = await prisma.person.create({
  data: { source: 'test', externalId: unique('p'), fullName: 'Sole Director' },
});
await prisma.credit.createMany({
  data: japanese.map((mediumId) => ({ mediumId, personId: director.id, role: 'director', position: 1 })),
});
const genre = await prisma.genre.create({ data: { title: 'Western' } });
await prisma.mediumGenre.createMany({ data: ids.map((mediumId) => ({ mediumId, genreId: genre.id })) });
await deps.inMemory.refresh();
const [winner = 0, ...loved] = japanese;
const others = french.slice(0, 12);

/** Makes the winner the only title of the vote, and decides for it. */
async function decide(host: User, code: string): Promise<void> {
  await patch(host, code, { state: 'voting' }).expect(200);
  await prisma.round.update({ where: { code }, data: { mediumIds: [winner] } });
  expect((await read(as(host), code)).fits).toEqual([]);
  await patch(host, code, { state: 'decided', winner }).expect(200);
}

describe('where a winner plays for whom', () => {
  it('is said of each who has chosen a service that includes it and did not report that offer as gone, once the title is chosen, until twelve hours after the end', async () => {
    const [host, friend, other] = await Promise.all([1, 2, 3].map(() => createUser(prisma)));
    if (!host || !friend || !other) return expect.unreachable();
    await prisma.userMediumProvider.createMany({
      data: [host, friend, other].map(({ id: userId }) => ({ userId, providerId })),
    });
    const offers = await prisma.providerMedium.findMany({ where: { mediumId: winner, providerId } });
    await prisma.userWrongOffer.createMany({
      data: offers.map(({ id }) => ({ userId: other.id, providerMediumId: id })),
    });
    const { code, me } = await start(host, { mode: 'list' });
    for (const user of [friend, other]) await join(user, code);
    const guest = await joinAsGuest(code);
    expect((await read(as(host), code)).plays).toEqual([]);
    await decide(host, code);
    const expected = [me, (await read(as(friend), code)).me].map((member_id) => ({
      member_id,
      medium_provider_ids: [providerId],
    }));
    for (const agent of [as(other), guest.agent]) expect((await read(agent, code)).plays).toEqual(expected);
    const endedAt = new Date(Date.now() - 12 * 3_600_000 - 1_000);
    await prisma.round.update({ where: { code }, data: { state: 'ended', endedAt } });
    expect((await read(as(host), code)).plays).toEqual([]);
  });
});

describe('why a winner fits', () => {
  it('is said of each who has rated or chosen something, once the title is chosen, and names nobody', async () => {
    const [host, chooser, blank] = await Promise.all([1, 2, 3].map(() => createUser(prisma)));
    if (!host || !chooser || !blank) return expect.unreachable();
    await prisma.userMediumRating.createMany({
      data: [
        ...loved.map((mediumId) => ({ userId: host.id, mediumId, rating: 10 })),
        ...others.map((mediumId) => ({ userId: host.id, mediumId, rating: 5 })),
      ],
    });
    await prisma.userMediumGenre.create({ data: { userId: chooser.id, genreId: genre.id } });
    const { code, me } = await start(host, { mode: 'list' });
    for (const user of [chooser, blank]) await join(user, code);
    const guest = await joinAsGuest(code);
    await decide(host, code);
    const chooserId = (await read(as(chooser), code)).me;
    const expected = [
      { member_id: me, text: 'stories from Japan' },
      { member_id: chooserId, text: 'western stories' },
    ];
    for (const agent of [as(host), as(blank), guest.agent])
      expect((await read(agent, code)).fits).toEqual(expected);
    await patch(host, code, { state: 'ended' }).expect(200);
    expect((await read(guest.agent, code)).fits).toEqual(expected);
    // Who leaves takes it along.
    await as(chooser).delete(`/api/v1/rounds/${code}/me`).expect(204);
    expect((await read(guest.agent, code)).fits).toEqual(expected.slice(0, 1));
  });

  it('follows from what a guest rated too', async () => {
    const host = await createUser(prisma);
    const { code } = await start(host, { mode: 'list' });
    const guest = await joinAsGuest(code);
    await prisma.round.update({ where: { code }, data: { deckIds: [...loved, ...others] } });
    const rate = (rating: number) => (medium_id: number) => ({ medium_id, rating });
    const ratings = [...loved.map(rate(10)), ...others.map(rate(5))];
    await guest.agent.put(`/api/v1/rounds/${code}/ratings`).send({ ratings }).expect(200);
    await decide(host, code);
    expect((await read(as(host), code)).fits).toEqual([
      { member_id: guest.round.me, text: 'stories from Japan' },
    ]);
  });

  it('is said for twelve hours after the end, and later nobody reads what a former companion likes by then', async () => {
    const [host, friend] = [await createUser(prisma), await createUser(prisma)];
    await prisma.userMediumGenre.create({ data: { userId: friend.id, genreId: genre.id } });
    const { code } = await start(host, { mode: 'list' });
    await join(friend, code);
    await decide(host, code);
    await patch(host, code, { state: 'ended' }).expect(200);
    const endBefore = (ms: number) =>
      prisma.round.update({ where: { code }, data: { endedAt: new Date(Date.now() - ms) } });
    await endBefore(12 * 3_600_000 - 60_000);
    expect((await read(as(host), code)).fits).toMatchObject([{ text: 'western stories' }]);
    await endBefore(12 * 3_600_000 + 1_000);
    expect(await read(as(host), code)).toMatchObject({ winner, fits: [] });
    // A round that nobody ended ends by its time.
    const expiresAt = new Date(Date.now() - 12 * 3_600_000 - 1_000);
    await prisma.round.update({ where: { code }, data: { endedAt: null, state: 'decided', expiresAt } });
    expect(await read(as(host), code)).toMatchObject({ winner, fits: [] });
  });
});
