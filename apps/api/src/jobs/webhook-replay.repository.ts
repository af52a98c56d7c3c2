import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';

/** Selects webhooks that are not processed and have no open job: the job was deleted or is a dead letter. */
const lost = Prisma.sql`
  SELECT 'stripe' AS source, id, type, received_at, 'stripe_event' AS kind,
         jsonb_build_object('eventId', id) AS payload
  FROM stripe_events AS event
  WHERE processed_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM outbox WHERE kind = 'stripe_event' AND done_at IS NULL AND dead_at IS NULL
      AND payload->>'eventId' = event.id)
  UNION ALL
  SELECT processor::text, id, type, received_at, 'store_notification',
         jsonb_build_object('processor', processor, 'id', id)
  FROM store_notifications AS notification
  WHERE processed_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM outbox WHERE kind = 'store_notification' AND done_at IS NULL AND dead_at IS NULL
      AND payload->>'id' = notification.id AND payload->>'processor' = notification.processor::text)`;

export const createWebhookReplayRepository = (db: Db) => ({
  listLost: () => db.$queryRaw<{ source: string; id: string; type: string; receivedAt: Date }[]>`
    SELECT source, id, type, received_at AS "receivedAt" FROM (${lost}) AS lost ORDER BY received_at, id`,

  /** Queues a new job for each lost webhook. Processing a webhook twice is harmless. */
  async replayLost(): Promise<void> {
    await db.$executeRaw`
      INSERT INTO outbox (kind, payload) SELECT kind, payload FROM (${lost}) AS lost ORDER BY received_at, id`;
  },
});
