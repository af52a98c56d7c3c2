import { api } from '#src/lib/http/api.ts';

/** Returns the server's errors for this display name. The list is empty when the name is valid and free. */
export async function checkDisplayName(displayName: string): Promise<string[]> {
  const reply = await api('POST /api/v1/users/check_display_name_exists', {
    body: { display_name: displayName },
  });
  if (reply.valid) return [];
  // Older servers join their sentences with HTML line breaks.
  return reply.errors.flatMap((sentence) => sentence.split(/<br\s*\/?>/i));
}
