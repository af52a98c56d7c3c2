import { describe, expect, it } from 'vitest';
import { startApp } from '../../test/app.ts';
import { createUser } from '../../test/factories.ts';

const { prisma, visitor, as, deps } = await startApp({ RATE_LIMIT: 'on' });

const readValue = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.split(' ').at(-1));
};

describe('GET /metrics', () => {
  it('reports figures about jobs, webhooks, mails, models, pool, queue and snapshot', async () => {
    const { id: userId } = await createUser(prisma);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await prisma.outboxMessage.createMany({
      data: [
        { kind: 'welcome', payload: {}, userId, availableAt: hourAgo },
        { kind: 'welcome', payload: {}, userId, handedAt: hourAgo, lastError: 'Error ECONNREFUSED' },
        { kind: 'invitation', payload: {}, userId, deadAt: new Date(), lastError: 'refused' },
        { kind: 'stripe_sync', payload: {}, userId, deadAt: new Date(), lastError: 'refused' },
        { kind: 'welcome', payload: {}, userId, doneAt: new Date() },
      ],
    });
    await prisma.stripeEvent.createMany({
      data: [
        { id: 'evt_1', type: 'invoice.paid', receivedAt: hourAgo },
        { id: 'evt_2', type: 'invoice.paid', processedAt: new Date() },
      ],
    });
    await prisma.recommenderModel.create({
      data: { kind: 'members', version: 7, status: 'active', metadata: {} },
    });

    const { text } = await visitor.get('/metrics');
    const values = {
      marquee_database_up: 1,
      marquee_queue_up: 1,
      'marquee_outbox_messages{state="waiting"}': 2,
      'marquee_outbox_messages{state="dead"}': 2,
      'marquee_jobs{kind="welcome",state="failing"}': 1,
      'marquee_mails_failing{state="retrying"}': 1,
      'marquee_mails_failing{state="dead"}': 1,
      'marquee_webhooks_unprocessed{source="stripe"}': 1,
      'marquee_webhooks_unprocessed{source="google"}': 0,
      'marquee_model_version{kind="members"}': 7,
      'marquee_model_in_use{kind="content"}': 1,
    };
    for (const [line, value] of Object.entries(values))
      expect([line, readValue(text, line)]).toEqual([line, value]);
    for (const line of [
      'marquee_outbox_oldest_seconds',
      'marquee_queue_oldest_seconds',
      'marquee_webhook_oldest_seconds{source="stripe"}',
    ])
      expect(readValue(text, line)).toBeGreaterThan(3_599);
    expect(readValue(text, 'marquee_snapshot_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(readValue(text, 'marquee_snapshot_bytes')).toBeGreaterThan(0);
    expect(readValue(text, 'marquee_database_pool_connections{state="idle"}')).toBeGreaterThan(0);
    expect(text).toMatch(/marquee_queue_jobs\{state="waiting"\} 0/);
  });

  it('counts refused requests separately for each limit', async () => {
    const user = await createUser(prisma);
    for (let i = 0; i <= 600; i++) {
      if (i < 600) deps.limits.takeCall('calls', String(user.id));
      else expect((await as(user).get('/api/v1/user')).status).toBe(429);
    }
    const { text } = await visitor.get('/metrics');
    expect(readValue(text, 'marquee_limit_refusals_total{limit="calls"}')).toBe(1);
  });
});
