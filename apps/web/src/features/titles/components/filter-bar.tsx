import * as texts from '@marquee/contracts/texts';
import type { ReactNode } from 'react';
import { Select } from '#src/components/ui/select.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import type { useFilters } from '../hooks/use-filters.ts';
import css from './filter-bar.module.css';

const types = [
  { value: 'all', label: texts.allMedia },
  { value: 'movies', label: texts.movies },
  { value: 'series', label: texts.series },
] as const;

/** The filters of Discover and My Lists: 'All streaming services' and the media type. */
export function FilterBar({
  filters,
  change,
  children,
}: ReturnType<typeof useFilters> & {
  /** The line that says what is shown, and controls at its end. */
  children: ReactNode;
}) {
  return (
    <fieldset className={css.bar} aria-label="Filters">
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
      <div className={css.shown}>{children}</div>
    </fieldset>
  );
}
