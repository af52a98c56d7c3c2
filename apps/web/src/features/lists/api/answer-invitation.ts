import { api } from '#src/lib/api.ts';

/** Accepts or rejects an invitation by its code; 404 when it is not the caller's. */
export async function answerInvitation(code: string, answer: 'accept' | 'reject'): Promise<void> {
  await (answer === 'accept'
    ? api('GET /accept_list/{code}', { params: { code } })
    : api('GET /reject_list/{code}', { params: { code } }));
}
