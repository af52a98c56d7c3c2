import { afterEach, expect, it } from 'vitest';
import { answer } from '../../../test/server.ts';
import { earlyFetch } from './early-fetch.ts';

const get = (path: string) => earlyFetch(path, { method: 'GET' });

afterEach(() => {
  delete window.early;
});

it('earlyFetch returns an early reply once, and sends a new request when the early request failed', async () => {
  const users = answer('GET /api/v1/user', { status: 404, error: 'not_found' });
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  window.early = new Map([
    ['/api/v1/user', Promise.resolve(Response.json({ early: true }))],
    ['/api/v1/plans', Promise.reject(new TypeError('offline'))],
  ]);
  expect(await (await get('/api/v1/user')).json()).toEqual({ early: true });
  expect((await get('/api/v1/user')).status).toBe(404);
  expect(users).toHaveLength(1);
  expect(await (await get('/api/v1/plans')).json()).toEqual({ plans: [], trial_days: 30 });
});

it('earlyFetch drops all early replies when a write is sent', async () => {
  const genres = answer('POST /api/v1/user_medium_genres/update_all', {
    user_medium_genres: [],
    age_ratings: [],
  });
  const plans = answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  window.early = new Map([['/api/v1/plans', Promise.resolve(Response.json({ early: true }))]]);
  await earlyFetch('/api/v1/user_medium_genres/update_all', { method: 'POST' });
  await get('/api/v1/plans');
  expect([genres.length, plans.length]).toEqual([1, 1]);
});
