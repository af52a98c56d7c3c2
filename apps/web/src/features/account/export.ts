import { api } from '#src/lib/http/api.ts';

/**
 * Fetches everything stored about the caller as a JSON file. Uses a call, because a plain link cannot send
 * the token.
 * @param code that of a mailed link, with which the server asks for the password.
 */
export async function exportUser(code?: string): Promise<File> {
  const held = await api('GET /api/v1/user/export', { query: { code } });
  const day = new Date().toISOString().slice(0, 10);
  return new File([JSON.stringify(held, null, 2)], `marquee-${day}.json`, { type: 'application/json' });
}

/**
 * Fetches ratings and views as a CSV file in the format of Letterboxd or IMDb. Reading the reply as text has taken away the
 * byte order mark, by which Excel knows that a file is UTF-8.
 */
export async function exportHistory(format: 'letterboxd' | 'imdb'): Promise<File> {
  const table: unknown = await api('GET /api/v1/user/export', { query: { format } });
  const day = new Date().toISOString().slice(0, 10);
  return new File(['\ufeff', String(table)], `marquee-${format}-${day}.csv`, { type: 'text/csv' });
}
