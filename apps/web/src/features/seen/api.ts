import type { SaveSeen } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Marks a title as seen. A missing field keeps what is stored. */
export async function saveSeen(id: number, seen: SaveSeen['seen']): Promise<void> {
  await api('PUT /api/v1/media/{id}/seen', { params: { id }, body: { seen } });
}

/** Takes the mark back. A rating stays. */
export async function deleteSeen(id: number): Promise<void> {
  await api('DELETE /api/v1/media/{id}/seen', { params: { id } });
}
