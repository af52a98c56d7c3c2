import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '#src/features/preferences/api.ts';
import { FilterBar } from '#src/features/titles/components/filter-bar.tsx';
import { inWords } from '#src/features/titles/facts.ts';
import type { useFilters } from '#src/features/titles/hooks/use-filters.ts';
import type { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';
import { Narrow } from './narrow.tsx';

/**
 * The filters, and a line that says whose titles are shown. It is always there, so that nothing below moves. `narrow`
 * adds the way to narrow them to the line.
 */
export function MemberFilters({
  narrow,
  ...filter
}: ReturnType<typeof useFilters> & { narrow?: ReturnType<typeof useNarrowing> }) {
  const { all_streaming: all } = filter.filters;
  const { data } = useQuery({ ...providersQuery, enabled: !all });
  const own = new Set(data?.user_medium_provider_ids);
  const names = (data?.medium_providers ?? []).filter(({ id }) => own.has(id)).map(({ name }) => name);
  const some = names.length > 0 ? `Showing ${inWords.format(names)}` : 'Showing your services';
  return (
    <FilterBar {...filter}>
      <p>{all ? 'Showing every service' : some}</p>
      {narrow && <Narrow {...narrow} />}
    </FilterBar>
  );
}
