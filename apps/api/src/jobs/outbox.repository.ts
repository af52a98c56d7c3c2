import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import { definitions, type NewMessage } from './definitions.ts';

export const createOutboxRepository = (db: Db) => ({
  /**
   * Inserts outbox rows in the transaction of the change that causes the rows. Skips a row while another row
   * with its dedupe key waits.
   * @throws ZodError when a payload does not match its kind (a programming error).
   */
  async add(...messages: NewMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const rows = messages.map((message) => {
      const payload = JSON.stringify(definitions[message.kind].payload.parse(message.payload));
      const availableAt = message.availableAt ?? null;
      return Prisma.sql`(${message.kind}, ${payload}::jsonb, ${message.userId ?? null}::int,
        ${message.dedupeKey ?? null}::text, COALESCE(${availableAt}::timestamptz, now()))`;
    });
    await db.$executeRaw`
      INSERT INTO outbox (kind, payload, user_id, dedupe_key, available_at)
      VALUES ${Prisma.join(rows)}
      ON CONFLICT (dedupe_key)
        WHERE dedupe_key IS NOT NULL AND handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL
      DO NOTHING`;
  },

  /** Deletes the waiting row with this key. A row that is in the queue stays. */
  async cancel(dedupeKey: string): Promise<void> {
    await db.$executeRaw`
      DELETE FROM outbox
       WHERE dedupe_key = ${dedupeKey} AND handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL`;
  },
});

export type OutboxRepository = ReturnType<typeof createOutboxRepository>;
