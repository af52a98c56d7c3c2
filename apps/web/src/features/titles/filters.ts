import type { UserPreferences } from '@marquee/contracts';
import { readStored, writeStored } from '#src/lib/storage/storage.ts';
import { type Filters, readMediaType } from './cache/media-keys.ts';

const KEY = 'filters';

/** Returns the saved filters of a user as parameters of an address. */
export function savedFilters(preferences: UserPreferences | undefined): URLSearchParams {
  return new URLSearchParams(
    preferences && {
      all_streaming: preferences.filter_all_streaming_services,
      media_type: preferences.filter_media_type,
    },
  );
}

/** Returns the filters of the address. A filter that the address lacks has its saved value. */
export function readFilters(params: URLSearchParams, saved: URLSearchParams): Filters {
  const read = (name: string) => params.get(name) ?? saved.get(name);
  return {
    all_streaming: read('all_streaming') !== 'false',
    media_type: readMediaType(params.get('media_type')) ?? readMediaType(saved.get('media_type')) ?? 'all',
  };
}

/**
 * Stores the saved filters for the boot script, which runs before the user is known. Null removes the stored
 * filters.
 */
export function storeFilters(saved: URLSearchParams | null): void {
  writeStored(KEY, saved && String(saved));
}

/** Returns the saved filters of the last visit. */
export function storedFilters(): URLSearchParams {
  return new URLSearchParams(readStored(KEY) ?? '');
}
