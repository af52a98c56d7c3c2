import type { UserPreferences } from '@marquee/contracts';
import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Filters } from '#src/features/titles/cache/media-keys.ts';
import { readFilters, savedFilters, storeFilters } from '#src/features/titles/filters.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { useDebounced } from '#src/lib/screen/use-debounced.ts';
import { onSessionEnd, setPreferences, useSession } from '#src/lib/session/session.ts';
import { savePreference } from '../api.ts';

// The next account in this browser must not start with the filters of the previous account.
onSessionEnd(() => storeFilters(null));

/** Saves the filters that differ. */
function savePreferences(before: Filters, next: Filters, preferences: UserPreferences): Promise<unknown> {
  const { filter_all_streaming_services: all, filter_media_type: type } = preferences;
  return Promise.all([
    next.all_streaming !== before.all_streaming &&
      savePreference({ key: 'filter_all_streaming_services', value: all }),
    next.media_type !== before.media_type && savePreference({ key: 'filter_media_type', value: type }),
  ]);
}

/**
 * Returns the filters of Discover and My Lists. The address has precedence over the saved filters, and a
 * change updates both at once.
 * @returns `settled` are the filters for requests, after `debounceMs` milliseconds without a change
 */
export function useFilters(debounceMs: number) {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const saved = user?.preferences;

  const { all_streaming, media_type } = readFilters(params, savedFilters(saved));
  useEffect(() => {
    if (saved) storeFilters(savedFilters(saved));
  }, [saved]);
  // Keeps the same object while the filters are equal, because the object is part of query keys.
  const filters = useMemo((): Filters => ({ all_streaming, media_type }), [all_streaming, media_type]);
  const settled = useDebounced(filters, debounceMs, user !== null);

  const write = (next: Filters) => {
    setParams(
      (old) => {
        const now = new URLSearchParams(old);
        if (next.all_streaming) now.delete('all_streaming');
        else now.set('all_streaming', 'false');
        now.set('media_type', next.media_type);
        return now;
      },
      { replace: true, state, preventScrollReset: true },
    );
  };

  // Writes the saved filters to the address as soon as the user is loaded.
  const mirrored =
    !saved ||
    ((params.has('all_streaming') || saved.filter_all_streaming_services === 'true') &&
      (params.has('media_type') || saved.filter_media_type === 'all'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address lacks a filter
  useEffect(() => {
    if (!mirrored) write(filters);
  }, [mirrored]);

  const change = (next: Filters) => {
    if (!user) return;
    const preferences: UserPreferences = {
      filter_all_streaming_services: next.all_streaming ? 'true' : 'false',
      filter_media_type: next.media_type,
    };
    writeOptimistically({
      scope: 'filters',
      patch: () => {
        // Updates the preferences first. Without this, a parameter removed from the address would return from the saved
        // filters.
        setPreferences(user.id, preferences);
        write(next);
        return () => {
          setPreferences(user.id, user.preferences);
          write(filters);
        };
      },
      save: () => savePreferences(filters, next, preferences),
    }).catch(() => showToast('We could not save this filter. Please try again.', { tone: 'failure' }));
  };

  return { filters, settled, change };
}
