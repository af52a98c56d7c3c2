import { describe, expect, it } from 'vitest';
import { startApp } from '../../test/app.ts';
import { testRedisUrl } from '../../test/database.ts';
import { JOB_BOARD_PATH } from './job-board.ts';

const redis = testRedisUrl();
const { visitor, deps } = await startApp({
  METRICS_TOKEN: 'a metrics token of some length',
  REDIS_URL: redis,
});
const forwarded = { 'x-forwarded-for': '203.0.113.9' };

describe('the job board', () => {
  it.each(['', '/', '/api/queues', '/static/js/none.js'])(
    'answers 404 at "%s" to a forwarded request without METRICS_TOKEN',
    async (path) => {
      expect((await visitor.get(JOB_BOARD_PATH + path).set(forwarded)).status).toBe(404);
    },
  );

  it('shows operators the queue, and refuses every change of the queue', async () => {
    const page = await visitor.get(`${JOB_BOARD_PATH}/`);
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    for (const [, file] of page.text.matchAll(/src="(static[^"]+)"/g))
      expect([file, (await visitor.get(`${JOB_BOARD_PATH}/${file}`)).status]).toEqual([file, 200]);

    const queue = await deps.queueView.queue();
    await queue.add('welcome', { outboxId: 7 }, { delay: 60_000, jobId: 'outbox-7' });
    const { body } = await visitor.get(
      `${JOB_BOARD_PATH}/api/queues?activeQueue=marquee&status=delayed&page=1`,
    );
    expect(body.queues).toMatchObject([{ name: 'marquee', readOnlyMode: true, jobs: [{ name: 'welcome' }] }]);
    const clean = await visitor.put(`${JOB_BOARD_PATH}/api/queues/marquee/clean/delayed`);
    expect(clean.status).toBe(404);
    expect(await deps.queueView.counts()).toMatchObject({ delayed: 1 });
  });
});
