import { Button } from '#src/components/ui/button.tsx';
import type { useFilters } from '#src/features/titles/hooks/use-filters.ts';
import type { useNarrowing } from '#src/features/titles/hooks/use-narrowing.ts';

/** Takes back what hides titles: first the narrowing, which is not saved, and then the filters. */
export function ShowEverything({
  filter,
  narrow,
}: {
  filter: ReturnType<typeof useFilters>;
  narrow: ReturnType<typeof useNarrowing>;
}) {
  return (
    <Button
      variant="primary"
      onClick={() =>
        narrow.isNarrowed ? narrow.clear() : filter.change({ all_streaming: true, media_type: 'all' })
      }
    >
      {narrow.isNarrowed ? 'Clear what narrows it' : 'Show everything'}
    </Button>
  );
}
