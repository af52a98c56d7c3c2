import { api } from '#src/lib/http/api.ts';

/** Accepts or rejects an invitation by its code. The invitation of another user throws 404. */
export async function answerInvitation(code: string, answer: 'accept' | 'reject'): Promise<void> {
  await (answer === 'accept'
    ? api('GET /accept_list/{code}', { params: { code } })
    : api('GET /reject_list/{code}', { params: { code } }));
}
