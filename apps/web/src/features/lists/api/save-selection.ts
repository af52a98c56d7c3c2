import { api } from '#src/lib/api.ts';

/**
 * Makes these exactly the lists that hold the title, among those the caller may edit. `share_user_lists` are those it
 * was just added to that the caller may share, for who wants to go on and share them.
 */
export async function saveSelection(mediumId: number, listIds: readonly number[], thenShare = false) {
  return api('POST /api/v1/user_lists/0/user_list_media/save_selection', {
    body: {
      user_list_medium: { medium_id: mediumId, user_list_ids: [...listIds] },
      will_prompt_to_share: thenShare,
    },
  });
}
