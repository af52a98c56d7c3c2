import { api } from '#src/lib/api.ts';

/** Sends a message to the support address. */
export async function sendContact(contact: {
  email: string;
  subject: string;
  message: string;
}): Promise<void> {
  await api('POST /api/v1/contact', { body: { contact } });
}
