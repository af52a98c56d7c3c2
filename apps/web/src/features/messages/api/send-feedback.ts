import { api } from '#src/lib/api.ts';

/** Sends what a member thinks of the product to the support address. */
export async function sendFeedback(content: string): Promise<void> {
  await api('POST /api/v1/feedback', { body: { feedback: { content } } });
}
