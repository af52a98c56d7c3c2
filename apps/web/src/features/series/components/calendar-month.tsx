import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { useTitleLink } from '#src/features/titles/components/title-links.tsx';
import { formatDay } from '#src/lib/screen/dates.ts';
import { addDays, addMonths, type Entry, entryKey, monthOf } from '../calendar-days.ts';
import css from './calendar.module.css';
import { Happening } from './calendar-entries.tsx';

/** Entries of a day that its cell shows. The day itself, once chosen, has all of them. */
const SHOWN = 3;

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const longWeekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** Returns the day to which a key leads, or null. */
function dayAfterKey(key: string, on: string, today: string): string | null {
  if (key === 'ArrowLeft') return addDays(on, -1);
  if (key === 'ArrowRight') return addDays(on, 1);
  if (key === 'ArrowUp') return addDays(on, -7);
  if (key === 'ArrowDown') return addDays(on, 7);
  if (key === 'PageUp') return addMonths(on, -1);
  if (key === 'PageDown') return addMonths(on, 1);
  return key === 'Home' ? today : null;
}

/** An entry of a cell. Keys reach its link below the month, where the chosen day has the same ones. */
function CellEntry({ entry }: { entry: Entry }) {
  const { medium, kind } = entry;
  return (
    <Link
      {...useTitleLink(medium.id)}
      tabIndex={-1}
      className={css.short}
      onClick={(event) => event.stopPropagation()}
    >
      <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} />
      <span>
        <strong>{medium.title}</strong>
        <span className={css.what} data-kind={kind}>
          <Happening entry={entry} />
        </span>
      </span>
    </Link>
  );
}

/**
 * Weeks of a month, or only that of the chosen day where nothing happens in any. One day is chosen; arrows, Page Up, Page Down and Home choose another one, and Enter opens the first title of
 * the day.
 */
export function CalendarMonth({
  weeks,
  on,
  today,
  entries,
  isLoading,
  onChoose,
}: {
  weeks: readonly (readonly string[])[];
  on: string;
  today: string;
  entries: ReadonlyMap<string, readonly Entry[]>;
  isLoading: boolean;
  onChoose: (day: string) => void;
}) {
  const grid = useRef<HTMLTableElement>(null);
  const isEmpty = !isLoading && entries.size === 0;
  /** The day that a key chose last, because keys can be pressed faster than the address changes. */
  const latest = useRef(on);
  /** Whether the focus goes to the chosen day, as after a key or a press in the grid. */
  const follows = useRef(false);
  useEffect(() => {
    latest.current = on;
    if (follows.current) grid.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    follows.current = false;
  }, [on]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Enter on a link opens what the link names.
    if (event.key === 'Enter' && event.target instanceof HTMLTableCellElement)
      grid.current?.querySelector<HTMLElement>('[aria-selected="true"] a')?.click();
    const next = dayAfterKey(event.key, latest.current, today);
    if (next === null) return;
    event.preventDefault();
    latest.current = next;
    follows.current = true;
    onChoose(next);
  };
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is a grid while its cells take the focus
      role="grid"
      aria-label="Days"
      className={css.month}
      aria-busy={isLoading}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              <abbr title={longWeekday.format(new Date(day))}>{weekday.format(new Date(day))}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {/* Keys are places and not days, so that the focus stays in the grid while another month comes. */}
        {weeks.map((week, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={row} hidden={isEmpty && !week.includes(on)}>
            {week.map((day, column) => {
              const all = entries.get(day) ?? [];
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  key={column}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
                  role="gridcell"
                  tabIndex={day === on ? 0 : -1}
                  aria-selected={day === on}
                  aria-current={day === today ? 'date' : undefined}
                  data-past={day < today || undefined}
                  onClick={({ currentTarget }) => {
                    currentTarget.focus();
                    follows.current = true;
                    onChoose(day);
                  }}
                >
                  <span className="visually-hidden">{formatDay(day)}</span>
                  <span className={css.number} aria-hidden="true">
                    {(day.endsWith('-01') || day === weeks[0]?.[0]) && `${monthOf(day)} `}
                    {Number(day.slice(8))}
                  </span>
                  {all.slice(0, SHOWN).map((entry) => (
                    <CellEntry key={entryKey(entry)} entry={entry} />
                  ))}
                  {all.length > SHOWN && <span className={css.more}>{all.length - SHOWN} more</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
