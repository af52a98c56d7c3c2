import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';
import { importFilms } from '../../../test/films.ts';
import { createRandom } from '../../../test/random.ts';
import { longRun } from '../../../test/settings.ts';
import type { TrainingResult } from './training.service.ts';

type App = Awaited<ReturnType<typeof startApp>>;
let app: App;

const USERS = 80;
const TITLES = 160;
const RATINGS_EACH = 30;
/**
 * Turns off cross-validation. A training then computes one model instead of six, and compares it with the model
 * in use.
 */
const SINGLE = { crossValidatedBelow: 0 };

/**
 * Creates two groups of users: one likes titles with even ids, the other titles with odd ids. So the genres do
 * not explain the ratings.
 */
async function createTwoGroups(): Promise<void> {
  const random = createRandom(1);
  const media = await app.prisma.medium.findMany({
    orderBy: { popularity: 'desc' },
    take: TITLES,
    select: { id: true },
  });
  for (let person = 0; person < USERS; person++) {
    const user = await createUser(app.prisma);
    const rated = new Set<number>();
    while (rated.size < RATINGS_EACH) rated.add(random.pick(media).id);
    await app.prisma.userMediumRating.createMany({
      data: [...rated].map((mediumId) => ({
        userId: user.id,
        mediumId,
        rating: (mediumId + person) % 2 === 0 ? 8 + random.below(3) : 1 + random.below(3),
      })),
    });
  }
}

const trained = (result: TrainingResult) => {
  if (!result.trained) throw new Error(result.reason);
  return result;
};

beforeAll(async () => {
  app = await startApp();
  await importFilms(app.prisma);
  await app.deps.inMemory.refresh();
});

describe('training', () => {
  it('does not start while there are too few ratings', async () => {
    expect(await app.deps.services.training.train()).toMatchObject({ trained: false });
    expect(await app.deps.services.training.list()).toEqual([]);
  });

  it('learns a pattern that the content model cannot learn, and ranks the next replies with the new model', async () => {
    await createTwoGroups();
    const stages: number[] = [];
    const first = trained(
      await app.deps.services.training.train({ ...SINGLE, progress: ({ overall }) => stages.push(overall) }),
    );
    expect(first.decision).toMatchObject({ accept: true });
    expect(first.meta.heldout?.rmse).toBeLessThan(first.meta.rivals.content?.rmse ?? 0);
    expect(stages.length).toBeGreaterThan(5);
    expect(stages).toEqual(stages.toSorted((a, b) => a - b));

    // The process loads the new model after a NOTIFY, without a request.
    await expect.poll(() => app.deps.inMemory.stats().model).toBe('trained');

    // A new member with the ratings of one group gets high likelihoods for the titles of that group.
    const media = await app.prisma.medium.findMany({
      orderBy: { popularity: 'desc' },
      take: TITLES,
      select: { id: true },
    });
    const user = await createUser(app.prisma);
    for (const { id } of media.slice(0, 30)) {
      await app
        .as(user)
        .post(`/api/v1/media/${id}/user_medium_ratings`)
        .send({ user_medium_rating: { rating: id % 2 === 0 ? 9 : 2 } })
        .expect(201);
    }
    const likelihoods = new Map<boolean, number[]>([
      [true, []],
      [false, []],
    ]);
    for (const { id } of media.slice(100, 160)) {
      const { body } = await app.as(user).get(`/api/v1/media/${id}`).expect(200);
      likelihoods.get(id % 2 === 0)?.push(body.medium.likelyhood);
    }
    const mean = (values: number[] = []): number =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(likelihoods.get(true)) - mean(likelihoods.get(false))).toBeGreaterThan(3);
  });

  const inUse = async () =>
    (await app.prisma.recommenderModel.findFirst({ where: { status: 'active' } }))?.version;
  const setMeta = (change: object) => app.prisma.$executeRaw`
    UPDATE recommender_models SET metadata = metadata || ${JSON.stringify(change)}::jsonb WHERE status = 'active'`;

  it('rejects with the reason of its signal when the signal is aborted, and stores no model', async () => {
    const gone = AbortSignal.abort(new Error('closing'));
    await expect(app.deps.services.training.train({ signal: gone })).rejects.toThrow('closing');
    const stop = new AbortController();
    const running = app.deps.services.training.train({
      signal: stop.signal,
      progress: () => stop.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
    expect(await app.deps.services.training.list()).toHaveLength(1);
  });

  it('refuses a model worse than earlier models, and does not start while another training runs', async () => {
    await setMeta({ lost: { rmse: 0.5, ndcg100: 0.5 } });
    const running = Promise.withResolvers<void>();
    const training = app.deps.services.training.train({
      ...SINGLE,
      seed: 2,
      progress: () => running.resolve(),
    });
    await running.promise;
    expect(await app.deps.services.training.train()).toEqual({
      trained: false,
      reason: 'another training is running',
    });
    expect(trained(await training).decision).toMatchObject({ accept: false });
    expect((await app.deps.services.training.list()).map(({ status }) => status)).toEqual([
      'refused',
      'active',
    ]);
    expect(await inUse()).toBe(1);
  });

  // Another whole training: `npm run test:long`.
  it.runIf(longRun)(
    'ignores a model in use that has another format, and `goBack` puts the given version in use',
    async () => {
      await setMeta({ format: 99 });
      const { version, decision, meta } = trained(
        await app.deps.services.training.train({ ...SINGLE, seed: 3 }),
      );
      expect(decision).toMatchObject({ accept: true });
      expect(meta.rivals.previous).toBeNull();
      expect(await inUse()).toBe(version);
      expect(await app.deps.services.training.goBack(1)).toBe(true);
      expect(await inUse()).toBe(1);
    },
  );
});
