import type { Import } from '@marquee/contracts';

/** Returns an import whose preview is ready. */
export const makeImport = (part: Partial<Import> = {}): Import => ({
  id: 5,
  source: 'imdb',
  profiles: [],
  state: 'ready',
  progress: 100,
  late: false,
  counts: {
    entries: 3,
    unreadable: 0,
    titles: 3,
    matched: 1,
    doubtful: 1,
    unmatched: 1,
    ratings_new: 1,
    ratings_changed: 0,
    ratings_kept: 0,
    seen: 1,
    hidden: 0,
    lists: 0,
    list_entries: 2,
    over_caps: 0,
  },
  failure: null,
  failure_code: null,
  created_at: '2026-11-20T09:00:00.000Z',
  applied_at: null,
  undone_at: null,
  undo_until: null,
  ...part,
});
