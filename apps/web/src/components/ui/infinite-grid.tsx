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
import { useLocation, useNavigationType } from 'react-router-dom';
import { cx } from '#src/lib/screen/class-names.ts';
import css from './infinite-grid.module.css';
import type { Line, LinesInViewProps, LinesNearWindow } from './lines-in-view.tsx';
import { PageEnd, type Pages } from './page-end.tsx';

interface InfiniteGridProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => Key;
  render: (item: T, index: number) => ReactNode;
  /** Total number of items for screen readers, if known. */
  total?: number;
  /** Null when another grid below shows the rest and the end. */
  pages: Pages | null;
  /** Shown when all items are loaded, for example `214 titles in all.` */
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

/** The component that finds the lines near the window, once its code is loaded. */
let loaded: ComponentType<LinesInViewProps> | null = null;

/**
 * Returns the component that finds the lines near the window. Returns null for a short grid, which draws all lines and
 * does not load this code.
 */
function useLinesInView(isLong: boolean): ComponentType<LinesInViewProps> | null {
  const [LinesInView, setLinesInView] = useState(() => loaded);
  useEffect(() => {
    // Another grid may have loaded the code since this grid mounted. The import then takes no request.
    if (!isLong || LinesInView) return;
    import('./lines-in-view.tsx').then(
      (part) => {
        loaded = part.LinesInView;
        setLinesInView(() => loaded);
      },
      (error: unknown) => console.error('Long grids draw all lines until the page is reloaded.', error),
    );
  }, [isLong, LinesInView]);
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

/** Returns whether Back or Forward opened the screen. Its scroll position is then restored. */
function useIsReturn(): boolean {
  const { key } = useLocation();
  return useNavigationType() === 'POP' && key !== 'default';
}

/** Returns the lines near the window and one more line, in their order. A negative index adds no line. */
function withLine({ lines, startOf }: LinesNearWindow, index: number): readonly Line[] {
  if (index < 0 || lines.some((line) => line.index === index)) return lines;
  return [...lines, { index, start: startOf(index) }].sort((a, b) => a.index - b.index);
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
  pages,
  endText,
  minColumn = 168,
  captionHeight = 96,
  itemHeight,
  pinned = -1,
}: InfiniteGridProps<T>) {
  const ref = useRef<HTMLDivElement>(null);
  const { width, top } = useBox(ref);
  const LinesInView = useLinesInView(items.length > DRAWN_AT_ONCE);
  const [near, setNear] = useState<LinesNearWindow | null>(null);
  const isReturn = useIsReturn();
  const [isWhole, setIsWhole] = useState(isReturn && !LinesInView);
  // The lines below the window are drawn second, so that the posters in the window load first.
  useEffect(() => {
    if (!LinesInView) startTransition(() => setIsWhole(true));
  }, [LinesInView]);

  const columns = Math.max(itemHeight === undefined ? 2 : 1, Math.floor((width + GAP) / (minColumn + GAP)));
  const count = width === 0 ? 0 : Math.ceil(items.length / columns);
  const posterHeight = ((width - GAP * (columns - 1)) / columns) * 1.5;
  const lineHeight = itemHeight ?? posterHeight + captionHeight + 32;
  const inWindow = Math.ceil((window.scrollY + window.innerHeight - top) / lineHeight) + 1;
  const first = isWhole ? count : Math.min(count, Math.max(1, inWindow));
  const lines = near
    ? withLine(near, Math.floor(pinned / columns)).filter(({ index }) => index < count)
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
          onChange={setNear}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: rows are between the list and its items */}
      <div
        ref={ref}
        role="list"
        aria-label={label}
        aria-busy={pages?.isFetchingNextPage ?? false}
        className={css.grid}
        style={{ height: near?.height, minHeight: !near && first < count ? count * lineHeight : undefined }}
        onKeyDown={(event) => moveFocus(event, columns)}
      >
        {lines.map((line) => (
          <div
            key={line.index}
            role="presentation"
            ref={near?.measure}
            data-index={line.index}
            className={cx(css.line, near && css.placed)}
            style={
              {
                '--columns': columns,
                transform: near ? `translateY(${line.start - top}px)` : undefined,
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
      {pages && <PageEnd pages={pages} loadingText="Loading more titles" endText={endText} />}
    </>
  );
}
