import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** An open invitation for a visitor; 404 when it is answered or expired. */
export function invitationQuery(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/invitations/{code}', { params: { code }, signal })).invitation,
  });
}
