import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import css from './row.module.css';

const FOCUSABLE = 'a[href], button:not(:disabled)';

/** Moves the focus to the first control of the next item that has one. Home and End go to the row's ends. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.children].filter((item) => item.querySelector(FOCUSABLE));
  const current = items.findIndex((item) => item.contains(document.activeElement));
  if (current < 0) return;
  const next =
    items[Math.max(0, Math.min(items.length - 1, current + step))]?.querySelector<HTMLElement>(FOCUSABLE);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** A region with a heading. `controls` are at the other end of the heading's line. */
export function RowSection({
  title,
  aside,
  controls,
  margin = false,
  className,
  children,
}: {
  /** The content of the heading. */
  title: ReactNode;
  /** Content under the heading, such as the number of titles. */
  aside?: ReactNode;
  controls?: ReactNode;
  /** Whether the heading is in the margin beside the content on wide screens. */
  margin?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={cx(css.row, margin && css.margin, className)} aria-labelledby={id}>
      <div className={`wrap gap-4 ${css.head}`}>
        <div className={`wrap ${css.heading}`}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {aside}
        </div>
        {controls}
      </div>
      {children}
    </section>
  );
}

/**
 * One horizontal strip: a labeled region whose items (`<li>`) scroll by touch, wheel, buttons and arrow keys.
 * `onNearEnd` is called near the last items, so that the caller loads more items.
 */
export function Row({
  title,
  heading = title,
  children,
  onNearEnd,
  aside,
  tabStop = false,
  margin = false,
  className,
}: {
  title: string;
  /** The content of the heading, for example a link. */
  heading?: ReactNode;
  children: ReactNode;
  onNearEnd?: () => void;
  /** Content under the heading, such as the number of titles. */
  aside?: ReactNode;
  /** For items without a link or button: the strip takes the focus, and the arrow keys scroll the strip. */
  tabStop?: boolean;
  /** Whether the heading is in the margin beside the strip on wide screens. */
  margin?: boolean;
  className?: string;
}) {
  const strip = useRef<HTMLUListElement>(null);
  /**
   * Whether Tab moves the focus through the row. No items are loaded during this time, so that the focus can
   * reach the end of the row.
   */
  const tabbing = useRef(false);
  const [edges, setEdges] = useState({ start: true, end: true });

  const measure = useCallback(() => {
    const element = strip.current;
    if (!element) return;
    const start = element.scrollLeft < 8;
    const left = element.scrollWidth - element.clientWidth - element.scrollLeft;
    setEdges((was) => (was.start === start && was.end === left < 8 ? was : { start, end: left < 8 }));
    // Calls `onNearEnd` also while the items do not fill the strip. Without a layout the width is 0, so
    // nothing is loaded.
    if (left < element.clientWidth && !tabbing.current) onNearEnd?.();
  }, [onNearEnd]);

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure]);

  // The ResizeObserver does not report a changed scroll width, so this effect measures the strip after new items. Only
  // the observer measures the first items, because an earlier measurement would cause a second layout.
  const looked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items are the trigger
  useEffect(() => {
    if (looked.current) measure();
    looked.current = true;
  }, [children]);

  const page = (direction: 1 | -1) => {
    const element = strip.current;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element?.scrollBy({
      left: direction * element.clientWidth * 0.85,
      behavior: calm ? 'instant' : 'smooth',
    });
  };

  return (
    <RowSection
      title={heading}
      aside={aside}
      margin={margin}
      className={className}
      controls={
        <div className={css.buttons} hidden={edges.start && edges.end}>
          <Button
            variant="icon"
            aria-label={`Previous in ${title}`}
            disabled={edges.start}
            onClick={() => page(-1)}
          >
            <Icon name="previous" />
          </Button>
          <Button variant="icon" aria-label={`Next in ${title}`} disabled={edges.end} onClick={() => page(1)}>
            <Icon name="next" />
          </Button>
        </div>
      }
    >
      <div className={css.window}>
        <ul
          ref={strip}
          className={css.strip}
          onScroll={measure}
          onKeyDown={(event) => {
            tabbing.current = event.key === 'Tab';
            moveFocus(event);
          }}
          onFocus={({ target }) => {
            // A browser leaves an item where it is that is partly in view. A press must move none from under the pointer.
            if (target.matches(':focus-visible'))
              target.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          }}
          onWheel={() => {
            tabbing.current = false;
          }}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) tabbing.current = false;
          }}
          {...(tabStop && { tabIndex: 0, 'aria-label': title })}
        >
          {children}
        </ul>
      </div>
    </RowSection>
  );
}
