import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { Select } from '#src/components/ui/select.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { servicesQuery } from '#src/features/services/api/get-services.ts';
import { inWords } from '../facts.ts';
import type { useFilters } from '../hooks/use-filters.ts';
import css from './filter-bar.module.css';

const types = [
  { value: 'all', label: texts.allMedia },
  { value: 'movies', label: texts.movies },
  { value: 'series', label: texts.series },
] as const;

/** Says whose titles are shown. The line is always there, so that nothing below moves. */
function Shown({ all }: { all: boolean }) {
  const { data } = useQuery({ ...servicesQuery, enabled: !all });
  const own = new Set(data?.user_medium_provider_ids);
  const names = (data?.medium_providers ?? []).filter(({ id }) => own.has(id)).map(({ name }) => name);
  const some = names.length > 0 ? `Showing ${inWords.format(names)}` : 'Showing your services';
  return <p className={css.shown}>{all ? 'Showing every service' : some}</p>;
}

/** The filters of Discover and My Lists: 'All streaming services' and the media type. */
export function FilterBar({ filters, change }: ReturnType<typeof useFilters>) {
  return (
    <fieldset className={css.filters} aria-label="Filters">
      <div className={css.bar}>
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
      </div>
      <Shown all={filters.all_streaming} />
    </fieldset>
  );
}
