import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type Key,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import css from './infinite-grid.module.css';
import { PageEnd } from './page-end.tsx';

interface InfiniteGridProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => Key;
  render: (item: T, index: number) => ReactNode;
  /** Total number of items for screen readers, if known. */
  total?: number;
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
  /** Shown when all items are loaded, for example `That is all 214 titles.` */
  endText: string;
  /** Smallest column width in pixels. A phone shows at least two columns. */
  minColumn?: number;
  /** Height of a card below its 2:3 poster in pixels, for the first layout. Later layouts use measured rows. */
  captionHeight?: number;
  /** Height in pixels of items that are not poster cards. With this height, one column is allowed. */
  itemHeight?: number;
  /**
   * Index of an item that is rendered out of view too, because it has the focus. A negative index means no
   * item.
   */
  pinned?: number;
}

const GAP = 16;

/** Moves the focus between cards by line and column when an arrow key is pressed. Tab goes through all cards. */
function moveFocus(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const here = document.activeElement?.closest('[data-item]')?.getAttribute('data-item');
  if (here === null || here === undefined) return;
  const next = event.currentTarget.querySelector<HTMLElement>(
    `[data-item="${Number(here) + step}"] :is(a[href], button)`,
  );
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * A poster grid that renders only the visible rows, so long lists stay fast. Loads pages near its end, and
 * shows a Load more button after a failure.
 */
export function InfiniteGrid<T>({
  label,
  items,
  keyOf,
  render,
  total,
  hasMore,
  loading,
  failed,
  onMore,
  endText,
  minColumn = 168,
  captionHeight = 96,
  itemHeight,
  pinned = -1,
}: InfiniteGridProps<T>) {
  const ref = useRef<HTMLDivElement>(null);
  const [{ width, top }, setBox] = useState({ width: 0, top: 0 });

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      setBox({ width: box.width, top: box.top + window.scrollY });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const columns = Math.max(itemHeight === undefined ? 2 : 1, Math.floor((width + GAP) / (minColumn + GAP)));
  const lines = Math.ceil(items.length / columns);
  const posterHeight = ((width - GAP * (columns - 1)) / columns) * 1.5;
  const virtualizer = useWindowVirtualizer({
    count: width === 0 ? 0 : lines,
    estimateSize: () => itemHeight ?? posterHeight + captionHeight + 32,
    overscan: 2,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      const line = Math.floor(pinned / columns);
      if (line < 0 || line >= range.count || inView.includes(line)) return inView;
      return [...inView, line].sort((a, b) => a - b);
    },
  });
  // A new column count or width changes the height of every row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are the trigger
  useEffect(() => virtualizer.measure(), [columns, width]);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are between the list and its items */}
      <div
        ref={ref}
        role="list"
        aria-label={label}
        aria-busy={loading}
        className={css.grid}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={(event) => moveFocus(event, columns)}
      >
        {virtualizer.getVirtualItems().map((line) => (
          <div
            key={line.key}
            role="presentation"
            ref={virtualizer.measureElement}
            data-index={line.index}
            className={css.line}
            style={{ '--columns': columns, transform: `translateY(${line.start - top}px)` } as CSSProperties}
          >
            {items.slice(line.index * columns, (line.index + 1) * columns).map((item, offset) => {
              const index = line.index * columns + offset;
              return (
                // biome-ignore lint/a11y/useSemanticElements: see the list
                <div
                  key={keyOf(item)}
                  role="listitem"
                  data-item={index}
                  aria-setsize={total ?? -1}
                  aria-posinset={index + 1}
                >
                  {render(item, index)}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <PageEnd
        hasMore={hasMore}
        loading={loading}
        failed={failed}
        onMore={onMore}
        loadingText="Loading more titles"
        endText={endText}
      />
    </>
  );
}
