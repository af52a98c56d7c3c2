import type { Db } from '#src/data/database.ts';

interface ContactMessage {
  userId: number | null;
  email: string;
  subject: string;
  message: string;
}

export const createMessagesRepository = (db: Db) => ({
  createFeedback: (userId: number, content: string): Promise<{ id: number }> =>
    db.feedback.create({ data: { userId, content }, select: { id: true } }),

  createContact: (data: ContactMessage): Promise<{ id: number }> =>
    db.contactMessage.create({ data, select: { id: true } }),

  /** Deletes also the messages that were sent from this address without login. */
  async deleteContactsFrom(email: string): Promise<void> {
    await db.contactMessage.deleteMany({ where: { email } });
  },
});

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;
