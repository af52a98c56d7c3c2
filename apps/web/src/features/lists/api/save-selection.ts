import { api } from '#src/lib/api.ts';

/** Makes these exactly the lists that hold the title, among those the caller may edit. */
export async function saveSelection(mediumId: number, listIds: readonly number[]) {
  return api('POST /api/v1/user_lists/0/user_list_media/save_selection', {
    body: {
      user_list_medium: { medium_id: mediumId, user_list_ids: [...listIds] },
      will_prompt_to_share: true,
    },
  });
}
