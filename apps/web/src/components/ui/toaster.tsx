import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#src/lib/screen/class-names.ts';
import { dismissToast, toastStore } from '#src/lib/screen/toast.ts';
import { useTopDialog } from '#src/lib/screen/top-dialog.ts';
import { useStore } from '#src/lib/storage/store.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import css from './toaster.module.css';

/** Longer than a double tap takes. */
const GUARD_MS = 500;
const SHOWN_MS = { plain: 7_000, failure: 12_000 };

/**
 * The toast, in the topmost open dialog, because the page below is inert. The timer of the toast stops on
 * hover and focus.
 * @param props.beside the page has the member's navigation, whose column the toast uses
 */
export function Toaster({ beside }: { beside: boolean }) {
  const toast = useStore(toastStore);
  const dialog = useTopDialog();
  const [held, setHeld] = useState(false);
  /** The place of a toast that was just pressed away. It stays taken, or a second tap would press what lies below. */
  const [guard, setGuard] = useState<DOMRect | null>(null);

  useEffect(() => {
    if (!guard) return;
    const timer = setTimeout(() => setGuard(null), GUARD_MS);
    return () => clearTimeout(timer);
  }, [guard]);

  useEffect(() => {
    if (!toast || held) return;
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS[toast.tone]);
    return () => clearTimeout(timer);
  }, [toast, held]);

  // Pages and dialogs reserve the height of the toast, so that the toast covers none of their actions.
  const region = useRef<HTMLDivElement>(null);
  const isShown = toast !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each dialog has its own element
  useLayoutEffect(() => {
    const element = region.current;
    if (!isShown || !element) return;
    const root = document.documentElement.style;
    const measure = () => root.setProperty('--toast', `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty('--toast');
    };
  }, [isShown, dialog]);

  const pressAway = (id: number) => {
    setGuard(region.current?.getBoundingClientRect() ?? null);
    setHeld(false);
    dismissToast(id);
  };

  return createPortal(
    <div ref={region} className={cx(css.region, beside && dialog === null && css.beside)}>
      {/* The live region stays mounted and only its content changes, because a new region is not announced. */}
      <div role={toast?.tone === 'failure' ? 'alert' : 'status'}>
        {toast && (
          // biome-ignore lint/a11y/noStaticElementInteractions: hover only stops the timer
          <div
            key={toast.id}
            data-toast
            className={cx(css.toast, toast.tone === 'failure' && css.failure)}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={({ currentTarget }) => setHeld(currentTarget.matches(':focus-within'))}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
            <p>{toast.text}</p>
            {toast.undo && (
              <Button
                variant="plain"
                className={css.undo}
                onClick={() => {
                  pressAway(toast.id);
                  toast.undo?.();
                }}
              >
                Undo
              </Button>
            )}
            <Button variant="icon" aria-label="Dismiss" onClick={() => pressAway(toast.id)}>
              <Icon name="close" size={18} />
            </Button>
          </div>
        )}
      </div>
      {guard && (
        <div
          data-guard
          className={css.guard}
          style={{ top: guard.top, left: guard.left, width: guard.width, height: guard.height }}
        />
      )}
    </div>,
    dialog ?? document.body,
  );
}
