import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** The lines of a long grid that are drawn. */
export interface DrawnLines {
  /** `start` is the distance in pixels from the top of the document. */
  readonly lines: readonly { readonly index: number; readonly start: number }[];
  /** Height of all lines in pixels. */
  readonly height: number;
  /** Ref of each drawn line. The line needs its index as `data-index`. */
  readonly measure: (line: HTMLElement | null) => void;
}

export interface LinesInViewProps {
  /** The element whose children are the lines. All of these lines are drawn when this component mounts. */
  readonly grid: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly columns: number;
  /** Width of the grid in pixels. */
  readonly width: number;
  /** Distance of the grid from the top of the document in pixels. */
  readonly top: number;
  /** Height of a line in pixels before it is measured. */
  readonly lineHeight: number;
  /** Index of a line that is drawn out of view too. A negative index means no line. */
  readonly pinned: number;
  /** Called with null on unmount. */
  readonly onChange: (drawn: DrawnLines | null) => void;
}

/** Reports the lines of a grid that are near the window. It renders nothing. */
export function LinesInView({
  grid,
  count,
  columns,
  width,
  top,
  lineHeight,
  pinned,
  onChange,
}: LinesInViewProps) {
  // Without the heights of the lines above the window, the page would move when these lines are removed.
  const [before] = useState(() => ({
    width,
    heights: Array.from(grid.current?.children ?? [], (line) => line.getBoundingClientRect().height),
  }));
  // A new function would give new lines at each render, and `onChange` renders the grid again.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inView = defaultRangeExtractor(range);
      if (pinned < 0 || pinned >= range.count || inView.includes(pinned)) return inView;
      return [...inView, pinned].sort((a, b) => a - b);
    },
    [pinned],
  );
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => (before.width === width && before.heights[index]) || lineHeight,
    overscan: 2,
    scrollMargin: top,
    rangeExtractor,
  });
  // A new column count or width changes the height of every row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are the trigger
  useEffect(() => virtualizer.measure(), [columns, width]);

  const lines = virtualizer.getVirtualItems();
  const height = virtualizer.getTotalSize();
  const measure = virtualizer.measureElement;
  useLayoutEffect(() => {
    // The virtualizer has no lines before it knows the size of the window.
    if (lines.length > 0) onChange({ lines, height, measure });
  }, [lines, height, measure, onChange]);
  useLayoutEffect(() => () => onChange(null), [onChange]);
  return null;
}
