import { afterEach, expect, it, vi } from 'vitest';
import { earlyFetch } from '#src/lib/http/early-fetch.ts';
import { writeToken } from '#src/lib/session/token.ts';
import { makeGroup, makeMedium, rowsPage, titles } from '../../../../test/media.ts';
import { answer } from '../../../../test/server.ts';
import { leadOf, startEarly, takeEarlyMedium, takeEarlyRows } from './early.ts';

const filters = { all_streaming: true, media_type: 'all' } as const;
const page = (pathname: string, search = '') => ({ pathname, search });

afterEach(() => {
  delete window.early;
});

it('requests the rows and the lead of Discover once, and returns each once', async () => {
  writeToken('token-of-a-member');
  const rows = answer('GET /api/v2/media', rowsPage(makeGroup('recommended', titles([4, 5]))));
  const media = answer('GET /api/v1/media/{id}', { medium: makeMedium(4) });
  startEarly(page('/discover'));
  expect((await takeEarlyRows(filters))?.grouped_media).toHaveLength(1);
  expect(await takeEarlyRows(filters)).toBeNull();
  expect(await takeEarlyMedium(9)).toBeNull();
  expect((await takeEarlyMedium(4))?.id).toBe(4);
  expect(await takeEarlyMedium(4)).toBeNull();
  expect([rows.length, media.length]).toEqual([1, 1]);
});

it('returns no rows when their filters differ from those of the address', async () => {
  writeToken('token-of-a-member');
  const rows = answer('GET /api/v2/media', rowsPage());
  startEarly(page('/', '?media_type=series'));
  expect(await takeEarlyRows(filters)).toBeNull();
  await vi.waitFor(() => expect(rows[0]?.url.searchParams.get('media_type')).toBe('series'));
});

it('sends no request on other screens or for visitors', async () => {
  const rows = answer('GET /api/v2/media', rowsPage());
  startEarly(page('/discover'));
  writeToken('token-of-a-member');
  startEarly(page('/search'));
  expect(await takeEarlyRows(filters)).toBeNull();
  expect(rows).toHaveLength(0);
});

it('leadOf returns the first recommendation that is neither hidden nor rated', () => {
  const media = [makeMedium(1, { rating: 0 }), makeMedium(2, { hidden: true }), makeMedium(3)];
  expect(leadOf([makeGroup('recent', titles([9])), makeGroup('recommended', media)])?.id).toBe(3);
  expect(leadOf([])).toBeUndefined();
});

it('earlyFetch uses a pending request once and sends a new one when it failed', async () => {
  const users = answer('GET /api/v1/user', { status: 404, error: 'not_found' });
  window.early = new Map([
    ['/api/v1/user', Promise.resolve(Response.json({ early: true }))],
    ['/api/v1/plans', Promise.reject(new TypeError('offline'))],
  ]);
  const get = (path: string) => earlyFetch(path, { method: 'GET' });
  expect(await (await get('/api/v1/user')).json()).toEqual({ early: true });
  expect((await get('/api/v1/user')).status).toBe(404);
  expect(users).toHaveLength(1);
  answer('GET /api/v1/plans', { plans: [], trial_days: 30 });
  expect(await (await get('/api/v1/plans')).json()).toEqual({ plans: [], trial_days: 30 });
});
