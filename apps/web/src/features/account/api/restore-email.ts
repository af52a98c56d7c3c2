import { api } from '#src/lib/http/api.ts';

/**
 * Restores the previous address with the code of a mailed link, and ends every session.
 * @throws {ApiError} 422 `invalid_code` for an invalid code
 */
export async function restoreEmail(code: string): Promise<void> {
  await api('POST /api/v1/users/restore_email', { body: { code } });
}
