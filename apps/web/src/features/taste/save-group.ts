import type { LearnedTaste, TasteGroupInput } from '@marquee/contracts';
import { mediaKeys, TONIGHT_KEY } from '#src/features/titles/cache/media-keys.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { tasteQuery, updateGroup } from './api.ts';

/** One of several tastes of the member. */
export type TasteGroup = LearnedTaste['groups'][number];

const { queryKey } = tasteQuery;

/** Renames or dismisses a taste. What is recommended is fetched again when it is next on screen. */
export async function saveGroup(id: number, body: TasteGroupInput): Promise<void> {
  const reply = await updateGroup(id, body);
  // A reply that was asked for before may be older than this one.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, reply);
  for (const key of [mediaKeys.all, TONIGHT_KEY])
    void queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' });
}

/** Shows a taste as dismissed or not. The returned function reverts this. */
function show(id: number, dismissed: boolean): () => void {
  const set = (to: boolean) =>
    queryClient.setQueryData(
      queryKey,
      (old) =>
        old && {
          ...old,
          taste: {
            ...old.taste,
            groups: old.taste.groups.map((group) => (group.id === id ? { ...group, dismissed: to } : group)),
          },
        },
    );
  set(dismissed);
  return () => set(!dismissed);
}

/** Dismisses a taste, or takes that back. The toast has an Undo. */
export async function setGroupDismissed({ id, name }: TasteGroup, dismissed: boolean): Promise<void> {
  await writeOptimistically({
    scope: `taste-${id}`,
    patch: () => show(id, dismissed),
    save: () => saveGroup(id, { dismissed }),
    done: dismissed ? `“${name}” counts less from now on.` : `“${name}” counts in full again.`,
    failure: `“${name}” could not be changed. Please try again.`,
    undo: {
      save: () => saveGroup(id, { dismissed: !dismissed }),
      failure: `The change to “${name}” could not be undone. Please try again.`,
    },
  });
}
