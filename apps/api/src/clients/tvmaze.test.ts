import { startTvmaze, type Tvmaze, weekly } from '@marquee/tvmaze-emulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTvmazeClient } from './tvmaze.ts';

let tvmaze: Tvmaze;

beforeEach(async () => {
  tvmaze = await startTvmaze();
});
afterEach(() => tvmaze.stop());

const client = () =>
  createTvmazeClient({
    base: tvmaze.base,
    userAgent: 'Marquee (test@example.com)',
    spacingMs: 0,
    firstBackoffMs: 1,
  });

describe('createTvmazeClient', () => {
  it('names itself with a contact, and finds a show by an id of IMDb or TheTVDB where the lookup redirects', async () => {
    tvmaze.add(82, { imdb: 'tt0944947', tvdb: 121_361 });
    expect(await client().lookUp({ imdb: 'tt0944947' })).toMatchObject({ id: 82 });
    expect(await client().lookUp({ thetvdb: '121361' })).toMatchObject({ id: 82 });
    expect(await client().lookUp({ imdb: 'tt0000001' })).toBeNull();
    expect([...tvmaze.agents]).toEqual(['Marquee (test@example.com)']);
  });

  it('reads a show without ids, channel, picture and summary, a special without a number and an empty day', async () => {
    const special = { season: 1, number: null, name: 'Behind it', airdate: '' };
    tvmaze.add(7, { episodes: [...weekly([2], '2026-01-01'), special] });
    expect(await client().findShow(7)).toMatchObject({
      externals: { imdb: null, thetvdb: null },
      network: null,
      webChannel: null,
      image: null,
      summary: null,
    });
    expect(await client().findEpisodes(7)).toMatchObject([
      { season: 1, number: 1, airdate: '2026-01-01', airstamp: null },
      { season: 1, number: 2, airdate: '2026-01-08' },
      { season: 1, number: null, airdate: '', airtime: '' },
    ]);
  });

  it('reads the index page by page until it ends, and the ids that were updated', async () => {
    for (const id of [1, 249, 250, 600]) tvmaze.add(id);
    tvmaze.add(3, { updated: 1_000 });
    const pages = await Promise.all([0, 1, 2, 3].map((page) => client().listShows(page)));
    expect(pages.map((page) => page?.map(({ id }) => id) ?? null)).toEqual([[1, 3, 249], [250], [600], null]);
    expect([...(await client().listUpdates('week')).keys()]).toEqual([1, 249, 250, 600]);
  });

  it.each([null, '0'])(
    'waits and asks again after status 429 with Retry-After %s, and after a page of HTML',
    async (retryAfter) => {
      tvmaze.add(7);
      Object.assign(tvmaze.faults, { limited: 2, html: 1, retryAfter });
      expect(await client().findShow(7)).toMatchObject({ id: 7 });
      expect(tvmaze.paths).toHaveLength(4);
    },
  );

  it('fails when TVmaze answers HTML for good, or shows of another shape', async () => {
    tvmaze.add(7);
    tvmaze.faults.html = 100;
    await expect(client().findShow(7)).rejects.toThrow('TVmaze could not be read at /shows/7');
    tvmaze.faults.html = 0;
    tvmaze.faults.misshapen = true;
    await expect(client().findShow(7)).rejects.toThrow('TVmaze changed the shape of /shows/7: updated');
  });
});
