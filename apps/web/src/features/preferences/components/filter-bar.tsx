import * as texts from '@marquee/contracts/texts';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import type { useFilters } from '../hooks/use-filters.ts';
import css from './filter-bar.module.css';

const types = [
  { value: 'all', label: texts.allMedia },
  { value: 'movies', label: texts.movies },
  { value: 'series', label: texts.series },
] as const;

/**
 * The filters of Discover and My Lists: 'All streaming services' and the media type. On a phone they and the way to further
 * ones are behind one button of the line.
 */
export function FilterBar({
  filters,
  change,
  children,
}: ReturnType<typeof useFilters> & {
  /** What is shown, and further controls of the line. */
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={css.bar} data-open={isOpen || undefined}>
      {children}
      <Button
        variant="plain"
        className={css.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <fieldset id={id} className={`wrap ${css.filters}`} aria-label="Filters">
        <Switch
          label={texts.allStreamingServices}
          checked={filters.all_streaming}
          onChange={(on) => change({ ...filters, all_streaming: on })}
        />
        <Select
          label="Media type"
          labelHidden
          choices={types}
          value={filters.media_type}
          onChange={(type) => change({ ...filters, media_type: type })}
        />
      </fieldset>
    </div>
  );
}
