import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** All imports, newest first. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/user/imports', { signal })).imports,
});
