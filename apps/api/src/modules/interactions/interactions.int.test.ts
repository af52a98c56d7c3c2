import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createOffer, createUser } from '../../../test/factories.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});

const INTERACTIONS = '/api/v1/user_interactions';
const UNKNOWN = 2_147_483_647;

async function offered() {
  const medium = await createMedium(app.prisma);
  return { medium, offer: await createOffer(app.prisma, medium) };
}
const follow = (user: User, medium_id: unknown, provider_medium_id: unknown) =>
  app.as(user).post(INTERACTIONS).send({ user_interaction: { medium_id, provider_medium_id } });
const answer = (user: User, id: number | string, body: object) =>
  app.as(user).put(`${INTERACTIONS}/${id}`).send({ user_interaction: body });
const unanswered = async (user: User): Promise<number[]> =>
  (await app.as(user).get(INTERACTIONS).expect(200)).body.user_interactions.map(
    ({ id }: { id: number }) => id,
  );
const questions = (user: User) =>
  app.prisma.outboxMessage.findMany({ where: { userId: user.id, kind: 'rate_watched' } });
const age = (user: User, seconds: number) =>
  app.prisma.userInteraction.updateMany({
    where: { userId: user.id },
    data: { createdAt: new Date(Date.now() - seconds * 1000) },
  });

describe('POST /api/v1/user_interactions', () => {
  it('returns 201 for a new interaction, and 200 with the same interaction within a minute', async () => {
    const user = await createUser(app.prisma);
    const { medium, offer } = await offered();
    const first = await follow(user, medium.id, offer.id).expect(201);
    expect(first.body.user_interaction).toEqual({
      id: expect.any(Number),
      medium_id: medium.id,
      provider_medium_id: offer.id,
      answer: null,
      title: medium.title,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    await age(user, 58);
    const again = await follow(user, medium.id, offer.id).expect(200);
    expect(again.body.user_interaction.id).toBe(first.body.user_interaction.id);
    await age(user, 61);
    const later = await follow(user, medium.id, offer.id).expect(201);
    expect(later.body.user_interaction.id).not.toBe(first.body.user_interaction.id);
  });

  it('stores one interaction for ten simultaneous calls', async () => {
    const user = await createUser(app.prisma);
    const { medium, offer } = await offered();
    const replies = await Promise.all(Array.from({ length: 10 }, () => follow(user, medium.id, offer.id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(await unanswered(user)).toHaveLength(1);
  });

  it('stores a separate interaction for another provider of the title', async () => {
    const user = await createUser(app.prisma);
    const { medium, offer } = await offered();
    const second = await createOffer(app.prisma, medium);
    await follow(user, medium.id, offer.id).expect(201);
    await follow(user, medium.id, second.id).expect(201);
  });

  it('returns 422 for an offer of another title, an unknown offer or an invalid id', async () => {
    const user = await createUser(app.prisma);
    const [{ medium, offer }, other] = await Promise.all([offered(), offered()]);
    for (const [mediumId, offerId] of [
      [medium.id, other.offer.id],
      [medium.id, UNKNOWN],
      [UNKNOWN, offer.id],
      [medium.id, 0],
      [medium.id, null],
      ['1', offer.id],
    ]) {
      expect((await follow(user, mediumId, offerId).expect(422)).body.error).toBe('invalid');
    }
    expect(await unanswered(user)).toEqual([]);
  });

  it('queues one email per title, and no email about an interaction with an answer', async () => {
    const user = await createUser(app.prisma);
    const [open, answered] = await Promise.all([offered(), offered()]);
    await follow(user, open.medium.id, open.offer.id);
    await age(user, 61);
    await follow(user, open.medium.id, open.offer.id);
    const { id } = (await follow(user, answered.medium.id, answered.offer.id)).body.user_interaction;
    await answer(user, id, { answer: 1 }).expect(200);
    await age(user, 122);
    await follow(user, answered.medium.id, answered.offer.id).expect(201);
    expect(await questions(user)).toEqual([]);
    await age(user, 21 * 3_600);
    await app.deps.repos.upkeep.queueWatchedQuestions();
    await app.deps.repos.upkeep.queueWatchedQuestions();
    expect((await questions(user)).map(({ payload }) => payload)).toEqual([{ mediumIds: [open.medium.id] }]);
  });
});

describe('PUT /api/v1/user_interactions/{id}', () => {
  it('removes the interaction from the list of unanswered interactions', async () => {
    const user = await createUser(app.prisma);
    const [a, b] = await Promise.all([offered(), offered()]);
    const first = (await follow(user, a.medium.id, a.offer.id)).body.user_interaction;
    const second = (await follow(user, b.medium.id, b.offer.id)).body.user_interaction;
    expect(await unanswered(user)).toEqual([second.id, first.id]);
    for (const value of [0, 1, 2, 2]) {
      const { body } = await answer(user, second.id, {
        answer: value,
        provider_medium_id: b.offer.id,
      }).expect(200);
      expect(body.user_interaction).toEqual({ ...second, answer: value });
    }
    expect(await unanswered(user)).toEqual([first.id]);
    const { body } = await app.as(user).get(`${INTERACTIONS}/${second.id}.json`).expect(200);
    expect(body.user_interaction.answer).toBe(2);
  });

  it.each([[3], [-1], ['1'], [null], [undefined], [0.5]])('returns 422 for the answer %j', async (value) => {
    const user = await createUser(app.prisma);
    const { medium, offer } = await offered();
    const { id } = (await follow(user, medium.id, offer.id)).body.user_interaction;
    await answer(user, id, { answer: value }).expect(422);
    expect(await unanswered(user)).toEqual([id]);
  });

  it('returns 422 for an offer of another title', async () => {
    const user = await createUser(app.prisma);
    const [{ medium, offer }, other] = await Promise.all([offered(), offered()]);
    const { id } = (await follow(user, medium.id, offer.id)).body.user_interaction;
    await answer(user, id, { answer: 1, provider_medium_id: other.offer.id }).expect(422);
    expect(await unanswered(user)).toEqual([id]);
  });

  it("returns 404 for another user's interaction and for an unknown id", async () => {
    const [user, other] = await Promise.all([createUser(app.prisma), createUser(app.prisma)]);
    const { medium, offer } = await offered();
    const { id } = (await follow(user, medium.id, offer.id)).body.user_interaction;
    for (const theirs of [id, UNKNOWN, 0, 'x']) {
      await answer(other, theirs, { answer: 1 }).expect(404);
      await app.as(other).get(`${INTERACTIONS}/${theirs}`).expect(404);
    }
    expect(await unanswered(user)).toEqual([id]);
  });
});
