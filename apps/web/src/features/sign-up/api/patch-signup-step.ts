import type { User } from '@marquee/contracts';
import { api } from '#src/lib/api.ts';

/** Moves the account on in the wizard: 4 services, 5 complete. A lower step than the account's is ignored. */
export async function patchSignupStep(step: 4 | 5): Promise<User> {
  return (await api('PATCH /api/v1/user', { body: { user: { signup_step: step } } })).user;
}
