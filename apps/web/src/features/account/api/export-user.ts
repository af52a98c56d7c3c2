import { api } from '#src/lib/http/api.ts';

/** Fetches everything stored about the caller as a JSON file. A plain link cannot carry the token. */
export async function exportUser(): Promise<File> {
  const held = await api('GET /api/v1/user/export');
  const day = new Date().toISOString().slice(0, 10);
  return new File([JSON.stringify(held, null, 2)], `marquee-${day}.json`, { type: 'application/json' });
}
