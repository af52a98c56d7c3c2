import { expect, test } from 'vitest';
import { community, NOTHING } from '../fixtures.ts';
import { CONTENT_ONLY } from '../user/blended-model.ts';
import { contentModel } from '../user/content-model.ts';
import { loadModel } from '../user/trained-model.ts';
import { compareModels } from './compare.ts';
import { trainModel } from './train.ts';

/**
 * Trains on `users` members. Returns the RMSEs of the model in use and of the content model for new users with
 * 20 known ratings.
 */
function errors(users: number, seed: number): Promise<{ trained: number; content: number; accept: boolean }> {
  const world = community(users + 40, 60, 30, seed);
  const rows = Array.from(world.ratings.users.keys());
  const members = rows.filter((k) => world.ratings.users[k] <= users);
  const columns = {
    users: Int32Array.from(members, (k) => world.ratings.users[k]),
    items: Int32Array.from(members, (k) => world.ratings.items[k]),
    ratings: Float32Array.from(members, (k) => world.ratings.ratings[k]),
  };
  return trainModel(world.catalogue, columns, { seed: 1 }).then((stored) => {
    const content = contentModel(world.catalogue);
    const { accept } = compareModels(stored.meta);
    const used = accept ? loadModel(world.catalogue, stored) : content;
    const square = { trained: 0, content: 0, count: 0 };
    for (let user = users + 1; user <= users + 40; user++) {
      const own = rows.filter((k) => world.ratings.users[k] === user);
      const known = own.filter((_, n) => n % 3 !== 0);
      const signals = {
        ...NOTHING,
        rated: known.map((k) => world.ratings.items[k]),
        ratings: known.map((k) => world.ratings.ratings[k]),
      };
      const a = used.foldIn(signals);
      const b = content.foldIn(signals);
      for (const k of own.filter((_, n) => n % 3 === 0)) {
        const item = world.ratings.items[k];
        square.trained += (used.predictRating(a, item).mean - world.ratings.ratings[k]) ** 2;
        square.content += (content.predictRating(b, item).mean - world.ratings.ratings[k]) ** 2;
        square.count++;
      }
    }
    return {
      trained: Math.sqrt(square.trained / square.count),
      content: Math.sqrt(square.content / square.count),
      accept,
    };
  });
}

test.each([
  { users: 10, most: 1.02 },
  { users: 30, most: 1.02 },
  // A model of 100 users must be good enough to be accepted.
  { users: 100, most: 0.99, accepted: true },
])(
  'with $users users the error for new users is at most $most times the error of the content model',
  async ({ users, most, accepted }) => {
    const { trained, content, accept } = await errors(users, 1);
    expect(trained).toBeLessThanOrEqual(most * content);
    if (accepted) expect(accept).toBe(true);
  },
);

test.each([145, 155])(
  'a model of %i users with seven ratings each is measured on all users and accepted',
  async (users) => {
    const world = community(users, 60, 7, 2);
    const { meta } = await trainModel(world.catalogue, world.ratings, { seed: 1 });
    expect(compareModels(meta)).toMatchObject({ accept: true });
    expect(meta.heldout?.people).toBe(users);
    expect(meta.crossValidated).toBe(true);
  },
);

test('a model is accepted for its predicted ratings when no ranking can be measured', async () => {
  const world = community(140, 60, 4, 2);
  const { meta } = await trainModel(world.catalogue, world.ratings, { seed: 1 });
  expect(meta.heldout?.ranked).toBe(0);
  expect(meta.heldout?.people).toBe(140);
  expect(meta.hyper.orderLean).toBe(CONTENT_ONLY);
  expect(compareModels(meta)).toMatchObject({ accept: true });
});
