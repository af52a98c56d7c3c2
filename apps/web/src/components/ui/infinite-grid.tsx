import {
  type ComponentType,
  type CSSProperties,
  type Key,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './infinite-grid.module.css';
import type { DrawnLines, LinesInViewProps } from './lines-in-view.tsx';
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
  /**
   * Height in pixels of the caption below a card's 2:3 poster, for the first layout. Later layouts use measured
   * rows.
   */
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

/** A grid with more items draws only the lines near the window. */
const DRAWN_AT_ONCE = 50;

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
 * Returns the component that finds the lines near the window. Returns null for a short grid, which draws all lines and
 * does not load this code.
 */
function useLinesInView(items: number): ComponentType<LinesInViewProps> | null {
  const [LinesInView, setLinesInView] = useState<ComponentType<LinesInViewProps> | null>(null);
  const isLong = items > DRAWN_AT_ONCE;
  // After a failure, the grid draws all lines, and the next page tries again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the trigger
  useEffect(() => {
    if (!isLong || LinesInView) return;
    import('./lines-in-view.tsx').then(
      (part) => setLinesInView(() => part.LinesInView),
      (error: unknown) => console.error('A long grid draws all its lines.', error),
    );
  }, [isLong, items, LinesInView]);
  return isLong ? LinesInView : null;
}

/** Returns the width of an element and its distance from the top of the document, in pixels. Both start at 0. */
function useBox(ref: RefObject<HTMLElement | null>): { width: number; top: number } {
  const [box, setBox] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      setBox({ width, top: top + window.scrollY });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return box;
}

/**
 * A poster grid that loads pages near its end, and shows Load more after a failure. A long grid renders only the lines
 * near the window.
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
  const { width, top } = useBox(ref);
  const LinesInView = useLinesInView(items.length);
  const [drawn, setDrawn] = useState<DrawnLines | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  // Posters in the window load first, so the lines below the window are drawn after the first paint.
  useEffect(() => startTransition(() => setIsWhole(true)), []);

  const columns = Math.max(itemHeight === undefined ? 2 : 1, Math.floor((width + GAP) / (minColumn + GAP)));
  const count = width === 0 ? 0 : Math.ceil(items.length / columns);
  const posterHeight = ((width - GAP * (columns - 1)) / columns) * 1.5;
  const lineHeight = itemHeight ?? posterHeight + captionHeight + 32;
  const first = isWhole ? count : Math.min(count, Math.ceil(window.innerHeight / lineHeight) + 1);
  const lines = drawn
    ? drawn.lines.filter(({ index }) => index < count)
    : Array.from({ length: first }, (_, index) => ({ index, start: 0 }));

  return (
    <>
      {LinesInView && (
        <LinesInView
          grid={ref}
          count={count}
          columns={columns}
          width={width}
          top={top}
          lineHeight={lineHeight}
          pinned={Math.floor(pinned / columns)}
          onChange={setDrawn}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: rows are between the list and its items */}
      <div
        ref={ref}
        role="list"
        aria-label={label}
        aria-busy={loading}
        className={css.grid}
        style={{ height: drawn?.height, minHeight: isWhole ? undefined : count * lineHeight }}
        onKeyDown={(event) => moveFocus(event, columns)}
      >
        {lines.map((line) => (
          <div
            key={line.index}
            role="presentation"
            ref={drawn?.measure}
            data-index={line.index}
            className={cx(css.line, drawn && css.placed)}
            style={
              {
                '--columns': columns,
                transform: drawn ? `translateY(${line.start - top}px)` : undefined,
              } as CSSProperties
            }
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
