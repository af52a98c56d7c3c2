import type { WithTransaction } from '#src/data/database.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { MessagesRepository } from './messages.repository.ts';

interface Repos {
  messages: MessagesRepository;
  outbox: Pick<OutboxRepository, 'add'>;
}

interface Dependencies {
  withTransaction: WithTransaction<Repos>;
  limits: Limits;
}

interface Sender {
  userId: number | null;
  ip: string;
}

interface Contact {
  subject: string;
  message: string;
  email: string;
}

/** Stores feedback and contact messages and mails them to SUPPORT_EMAIL. */
export const createMessagesService = ({ withTransaction, limits }: Dependencies) => ({
  async sendFeedback({ userId }: { userId: number }, content: string): Promise<void> {
    await limits.take('checks', `feedback:${userId}`);
    await withTransaction(async (tx) => {
      const { id } = await tx.messages.createFeedback(userId, content);
      await tx.outbox.add({ kind: 'support_feedback', userId, payload: { feedbackId: id } });
    });
  },

  async sendContact({ userId, ip }: Sender, contact: Contact): Promise<void> {
    await limits.take('checks', `contact:${ipKey(ip)}`);
    await withTransaction(async (tx) => {
      const { id } = await tx.messages.createContact({ userId, ...contact });
      await tx.outbox.add({ kind: 'support_contact', userId, payload: { contactMessageId: id } });
    });
  },
});

export type MessagesService = ReturnType<typeof createMessagesService>;
