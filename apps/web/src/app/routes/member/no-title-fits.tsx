import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import type { useFilters } from '#src/features/preferences/hooks/use-filters.ts';
import type { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';

/**
 * Says that the filters hide every title. Its button takes back what hides them: first the narrowing, which is not saved,
 * and then the filters.
 */
export function NoTitleFits({
  filter,
  narrow,
}: {
  filter: ReturnType<typeof useFilters>;
  narrow: ReturnType<typeof useNarrowing>;
}) {
  return (
    <EmptyState
      text="No title fits your filters tonight."
      more="Show titles on all streaming services, or movies and series together."
      action={
        <Button
          variant="primary"
          onClick={() =>
            narrow.isNarrowed ? narrow.clear() : filter.change({ all_streaming: true, media_type: 'all' })
          }
        >
          {narrow.isNarrowed ? 'Clear the filters' : 'Show everything'}
        </Button>
      }
    />
  );
}
