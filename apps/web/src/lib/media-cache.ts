import type { MediumCard } from '@marquee/contracts';
import type { QueryKey } from '@tanstack/react-query';
import { mediaKeys } from './media-keys.ts';
import { queryClient } from './query-client.ts';

/** What the viewer can change about a title. */
export type MediumPatch = Partial<Pick<MediumCard, 'rating' | 'favorited' | 'hidden' | 'has_list'>>;

/** Where titles lie in replies: pages of groups of media, pages of media, one medium, one list. */
const HOLDERS = ['pages', 'grouped_media', 'media', 'medium', 'user_list'] as const;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isMedium(value: unknown, id: number): value is MediumCard {
  return isObject(value) && value.id === id && 'likelyhood' in value;
}

/** The same data with `change` applied to one title; the very same object when the title is not in it. */
function mapMedium(data: unknown, id: number, change: (medium: MediumCard) => MediumCard): unknown {
  if (isMedium(data, id)) return change(data);
  if (Array.isArray(data)) {
    let changed = false;
    const next = data.map((item: unknown) => {
      const mapped = mapMedium(item, id, change);
      changed ||= mapped !== item;
      return mapped;
    });
    return changed ? next : data;
  }
  if (!isObject(data)) return data;
  let next = data;
  for (const holder of HOLDERS) {
    const inside = data[holder];
    if (!isObject(inside)) continue;
    const mapped = mapMedium(inside, id, change);
    if (mapped !== inside) next = { ...next, [holder]: mapped };
  }
  return next;
}

/** A title as some list already knows it, so that opening it shows something at once. `within` narrows the lists. */
export function findCachedMedium(id: number, within: QueryKey = mediaKeys.all): MediumCard | undefined {
  let found: MediumCard | undefined;
  for (const [, data] of queryClient.getQueriesData({ queryKey: within })) {
    mapMedium(data, id, (medium) => {
      found ??= medium;
      return medium;
    });
    if (found) return found;
  }
  return undefined;
}

/**
 * Changes a title wherever it is shown, at once. The returned function puts the former values back, for when the
 * server refuses; what else changed meanwhile stays.
 */
export function patchMedium(id: number, patch: MediumPatch): () => void {
  const before = findCachedMedium(id);
  const apply = (fields: MediumPatch) =>
    queryClient.setQueriesData({ queryKey: mediaKeys.all }, (data: unknown) =>
      mapMedium(data, id, (medium) => ({ ...medium, ...fields })),
    );
  apply(patch);
  return () => {
    if (!before) return;
    const { rating, favorited, hidden, has_list } = before;
    const former = { rating, favorited, hidden, has_list };
    apply(Object.fromEntries(Object.entries(former).filter(([field]) => field in patch)));
  };
}

/** Forgets every title that is not on screen, once what the server would answer has changed for all of them. */
export function forgetTitles(): void {
  queryClient.removeQueries({ queryKey: mediaKeys.all, type: 'inactive' });
}
