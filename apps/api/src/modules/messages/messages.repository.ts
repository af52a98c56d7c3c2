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

  /** Deletes the messages that were sent from this address, with or without login. */
  async deleteContactsFrom(email: string): Promise<void> {
    await db.contactMessage.deleteMany({ where: { email } });
  },

  /**
   * Deletes messages sent without login from the user's previous addresses. Keeps messages sent after the user
   * changed the address.
   */
  async deleteContactsFromPrevious(userId: number): Promise<void> {
    await db.$executeRaw`
      DELETE FROM contact_messages AS message USING previous_emails AS previous
       WHERE previous.user_id = ${userId} AND message.email = previous.email
         AND message.user_id IS NULL AND message.created_at <= previous.left_at`;
  },
});

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;
