import type { MediumCard } from '@marquee/contracts';
import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '#src/lib/http/query-client.ts';
import { mediaKeys } from './media-keys.ts';

const PATCHED = [
  'rating',
  'favorited',
  'hidden',
  'has_list',
  'seen',
  'progress',
  'provider_medium',
  'no_providers',
] as const;

/** The fields of a title that the user can change. */
export type MediumPatch = Partial<Pick<MediumCard, (typeof PATCHED)[number]>>;

/** Fields of replies that contain titles: pages of groups, titles, news or series, one title, one list, days with events. */
const HOLDERS = [
  'pages',
  'grouped_media',
  'media',
  'medium',
  'news',
  'user_list',
  'up_next',
  'days',
  'events',
] as const;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isMedium(value: unknown, id: number): value is MediumCard {
  return isObject(value) && value.id === id && 'likelyhood' in value;
}

/** Applies `change` to one title. Returns the same object when the title is not in the data. */
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

/**
 * Returns a title from any cached list, so that the modal shows the title immediately. `within` limits the
 * lists.
 */
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
 * Changes a title everywhere in the cache. The returned function restores the previous values of the patched fields
 * only.
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
    apply(
      Object.fromEntries(PATCHED.filter((field) => field in patch).map((field) => [field, before[field]])),
    );
  };
}

/** Removes titles that are not on screen from the cache. Called when a change affects every reply. */
export function forgetTitles(): void {
  queryClient.removeQueries({ queryKey: mediaKeys.all, type: 'inactive' });
}
