import { useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** A line of a grid. `start` is the distance in pixels from the top of the document. */
export interface Line {
  readonly index: number;
  readonly start: number;
}

/** The lines of a long grid near the window. */
export interface LinesNearWindow {
  readonly lines: readonly Line[];
  /** Height of all lines in pixels. */
  readonly height: number;
  /** Returns the start of any line. */
  readonly startOf: (index: number) => number;
  /** Ref of each drawn line, which needs its index as `data-index`. */
  readonly measure: (line: HTMLElement | null) => void;
}

export interface LinesInViewProps {
  /** The element whose children are the drawn lines. */
  readonly grid: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly columns: number;
  /** Width of the grid in pixels. */
  readonly width: number;
  /** Distance of the grid from the top of the document in pixels. */
  readonly top: number;
  /** Height of a line in pixels before it is measured. */
  readonly lineHeight: number;
  /** Called with null on unmount. */
  readonly onChange: (near: LinesNearWindow | null) => void;
}

const heightOf = (line: Element): number => line.getBoundingClientRect().height;

/** Reports the lines of a grid that are near the window. It renders nothing. */
export function LinesInView({ grid, count, columns, width, top, lineHeight, onChange }: LinesInViewProps) {
  // Without the heights of the lines above the window, the page would move when these lines are removed.
  const [before] = useState(() => ({ width, heights: Array.from(grid.current?.children ?? [], heightOf) }));
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => (before.width === width && before.heights[index]) || lineHeight,
    measureElement: heightOf,
    overscan: 2,
    scrollMargin: top,
    scrollToFn: (offset, options, instance) => {
      // Scrolling to the present position would stop a scroll of the user.
      if (Math.abs(offset + (options.adjustments ?? 0) - window.scrollY) >= 1)
        windowScroll(offset, options, instance);
    },
  });
  // A new column count or width changes the height of every row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are the trigger
  useEffect(() => virtualizer.measure(), [columns, width]);

  const lines = virtualizer.getVirtualItems();
  const height = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    // The virtualizer has no lines before it knows the size of the window.
    if (lines.length === 0) return;
    const startOf = (index: number) => virtualizer.measurementsCache[index]?.start ?? 0;
    onChange({ lines, height, startOf, measure: virtualizer.measureElement });
  }, [lines, height, virtualizer, onChange]);
  useLayoutEffect(() => () => onChange(null), [onChange]);
  return null;
}
