import { readMediaType } from '#src/features/titles/cache/media-keys.ts';
import { useAddressValue } from '#src/features/titles/hooks/use-address-value.ts';
import type { HistoryView } from '../api.ts';

export const historySorts = [
  { value: 'rated_at', label: 'Last rated first' },
  { value: 'rating', label: 'Highest rated first' },
  { value: 'match', label: 'Best match' },
  { value: 'newest', label: 'Newest first' },
  { value: 'known', label: 'Best known' },
] as const satisfies readonly { value: HistoryView['sort']; label: string }[];

/** Returns order and filters of the diary, which are in the address. */
export function useHistoryView() {
  const [sort, setSort] = useAddressValue('sort');
  const [type, setType] = useAddressValue('media_type');
  const [tag, setTag] = useAddressValue('tag');
  const [seen, setSeen] = useAddressValue('seen');
  const [importId, setImportId] = useAddressValue('import_id');
  const view: HistoryView = {
    sort: historySorts.find(({ value }) => value === sort)?.value ?? 'rated_at',
    media_type: readMediaType(type) ?? 'all',
    tag,
    seen: seen === 'true',
    import_id: /^[1-9]\d{0,8}$/.test(importId ?? '') ? Number(importId) : null,
  };
  return {
    view,
    setSort: (next: HistoryView['sort']) => setSort(next === 'rated_at' ? null : next),
    setType: (next: HistoryView['media_type']) => setType(next === 'all' ? null : next),
    setTag,
    setSeen: (next: boolean) => setSeen(next ? 'true' : null),
    clearImport: () => setImportId(null),
  };
}
