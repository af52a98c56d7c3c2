import { api } from '#src/lib/http/api.ts';

export async function sendContact(contact: {
  email: string;
  subject: string;
  message: string;
}): Promise<void> {
  await api('POST /api/v1/contact', { body: { contact } });
}

export async function sendFeedback(content: string): Promise<void> {
  await api('POST /api/v1/feedback', { body: { feedback: { content } } });
}
