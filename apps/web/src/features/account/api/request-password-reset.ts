import { ApiError } from '@marquee/contracts/client';
import { api } from '#src/lib/api.ts';

/** Has a reset link mailed. 406 counts as done (specification section 7). */
export async function requestPasswordReset(email: string): Promise<void> {
  try {
    await api('POST /users/password', { body: { user: { email } } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 406) throw error;
  }
}
