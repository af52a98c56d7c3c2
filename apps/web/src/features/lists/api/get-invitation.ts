import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** Returns the query for an open invitation of a visitor. An answered or expired invitation throws 404. */
export function invitationQuery(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/invitations/{code}', { params: { code }, signal })).invitation,
  });
}
