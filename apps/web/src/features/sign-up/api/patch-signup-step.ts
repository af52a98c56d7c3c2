import type { User } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/**
 * Sets the step of the wizard: 4 streaming services, 5 complete. The server ignores a step below the stored
 * step.
 */
export async function patchSignupStep(step: 4 | 5): Promise<User> {
  return (await api('PATCH /api/v1/user', { body: { user: { signup_step: step } } })).user;
}
