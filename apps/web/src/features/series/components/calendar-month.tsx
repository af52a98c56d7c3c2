import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatDay } from '#src/lib/screen/dates.ts';
import { addDays, addMonths, type Entry, entryInShort, weeksOf } from '../calendar-days.ts';
import css from './calendar.module.css';

/** Entries of a day that its cell names. The day itself, once chosen, has all of them. */
const NAMED = 3;

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

/** A month in six weeks. One day is chosen; arrows, Page Up, Page Down and Home choose another one. */
export function CalendarMonth({
  on,
  today,
  entries,
  onChoose,
}: {
  on: string;
  today: string;
  entries: ReadonlyMap<string, readonly Entry[]>;
  onChoose: (day: string) => void;
}) {
  const grid = useRef<HTMLTableElement>(null);
  /** The day that a key chose last, because keys can be pressed faster than the address changes. */
  const latest = useRef(on);
  /** Whether the focus goes to the chosen day, as after a key or a press in the grid. */
  const follows = useRef(false);
  const weeks = weeksOf(on);
  useEffect(() => {
    latest.current = on;
    if (follows.current) grid.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    follows.current = false;
  }, [on]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = dayAfterKey(event.key, latest.current, today);
    if (next === null) return;
    event.preventDefault();
    latest.current = next;
    follows.current = true;
    onChoose(next);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is a grid while its cells take the focus
    <table ref={grid} role="grid" aria-label="Days" className={css.month} onKeyDown={onKeyDown}>
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
          <tr key={row}>
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
                  aria-label={[formatDay(day), ...all.map(entryInShort)].join(', ')}
                  data-other={day.slice(0, 7) !== on.slice(0, 7) || undefined}
                  onClick={({ currentTarget }) => {
                    currentTarget.focus();
                    follows.current = true;
                    onChoose(day);
                  }}
                >
                  <span className={css.number}>{Number(day.slice(8))}</span>
                  {all.slice(0, NAMED).map((entry) => (
                    <span key={entryInShort(entry)} className={css.short} data-kind={entry.kind}>
                      {entryInShort(entry)}
                    </span>
                  ))}
                  {all.length > NAMED && <span className={css.more}>{all.length - NAMED} more</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
