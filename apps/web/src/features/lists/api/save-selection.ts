import { api } from '#src/lib/http/api.ts';

/**
 * Sets which of the caller's editable lists contain the title.
 * @returns `share_user_lists` are the lists that the title was added to and that the caller may share
 */
export async function saveSelection(mediumId: number, listIds: readonly number[], thenShare = false) {
  return api('POST /api/v1/user_lists/0/user_list_media/save_selection', {
    body: {
      user_list_medium: { medium_id: mediumId, user_list_ids: [...listIds] },
      will_prompt_to_share: thenShare,
    },
  });
}
