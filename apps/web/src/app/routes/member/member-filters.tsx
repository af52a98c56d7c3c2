import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { providersQuery } from '#src/features/preferences/api.ts';
import { FilterBar } from '#src/features/preferences/components/filter-bar.tsx';
import type { useFilters } from '#src/features/preferences/hooks/use-filters.ts';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { inWords } from '#src/features/titles/facts.ts';
import type { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { Narrow } from './narrow.tsx';

const ProvidersDialog = lazy(async () => ({
  default: (await import('#src/features/preferences/components/providers-dialog.tsx')).ProvidersDialog,
}));

/**
 * The filters, after a line that says whose titles are shown and changes these services. It is always there, so that
 * nothing below moves. `narrow` adds the way to narrow them to the line.
 */
export function MemberFilters({
  narrow,
  ...filter
}: ReturnType<typeof useFilters> & { narrow?: ReturnType<typeof useNarrowing> }) {
  const { all_streaming: all, media_type: type } = filter.filters;
  const { data } = useQuery({ ...providersQuery, enabled: !all });
  const client = useQueryClient();
  const [isChoosing, setChoosing] = useState(false);
  const own = new Set(data?.user_medium_provider_ids);
  const names = (data?.medium_providers ?? []).filter(({ id }) => own.has(id)).map(({ name }) => name);
  const services = all ? 'every service' : names.length > 0 ? inWords.format(names) : 'your services';
  return (
    <FilterBar {...filter}>
      <Button variant="plain" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {`Showing ${type === 'all' ? '' : `${type} on `}${services}`}
      </Button>
      {narrow && <Narrow {...narrow} />}
      <Suspense>
        {isChoosing && (
          <ProvidersDialog
            onClose={() => setChoosing(false)}
            onSaved={() => {
              setChoosing(false);
              showToast('Streaming services saved.');
              void client.invalidateQueries({ queryKey: mediaKeys.all });
            }}
          />
        )}
      </Suspense>
    </FilterBar>
  );
}
