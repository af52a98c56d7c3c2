import type { MediumCard, UserList } from '@marquee/contracts';
import type { SavedList } from './saved-lists.ts';

/** Returns the data to save about a list, and about its titles that were seen. */
export function toSavedList(
  list: Pick<UserList, 'id' | 'name' | 'is_owner' | 'owner_name' | 'count_media'>,
  titles: readonly Pick<MediumCard, 'title' | 'release_year' | 'provider_medium'>[],
  { userId, seenAt }: Pick<SavedList, 'userId' | 'seenAt'>,
): SavedList {
  return {
    id: list.id,
    userId,
    name: list.name,
    owner: list.is_owner ? null : (list.owner_name ?? null),
    total: list.count_media,
    seenAt,
    titles: titles.map(({ title, release_year: year, provider_medium: offers }) => {
      // Names the member's own streaming services that offer the title. When there are none, names all
      // streaming services that offer the title.
      const own = offers.filter(({ selected }) => selected);
      const names = (own.length > 0 ? own : offers).map(({ medium_provider: { name } }) => name);
      return { title, year, services: [...new Set(names)] };
    }),
  };
}
