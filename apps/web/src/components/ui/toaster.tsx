import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#src/lib/class-names.ts';
import { dismissToast, readToast, subscribeToToast } from '#src/lib/toast.ts';
import { subscribeToTopDialog, topDialog } from '#src/lib/top-dialog.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import css from './toaster.module.css';

const SHOWN_MS = { plain: 7_000, failure: 12_000 };

/**
 * The one place that says what just happened. It moves into the topmost open dialog, where it stays reachable, and
 * waits while it is pointed at or focused.
 */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToast, readToast);
  const dialog = useSyncExternalStore(subscribeToTopDialog, topDialog);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (!toast || held) return;
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS[toast.tone]);
    return () => clearTimeout(timer);
  }, [toast, held]);

  return createPortal(
    <div className={css.region}>
      {/* The live element stays; only its content changes, else nothing is announced. */}
      <div role={toast?.tone === 'failure' ? 'alert' : 'status'}>
        {toast && (
          // biome-ignore lint/a11y/noStaticElementInteractions: pointing only holds the timer
          <div
            key={toast.id}
            className={cx(css.toast, toast.tone === 'failure' && css.failure)}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
            <p>{toast.text}</p>
            {toast.undo && (
              <Button
                variant="plain"
                className={css.undo}
                onClick={() => {
                  setHeld(false);
                  dismissToast(toast.id);
                  toast.undo?.();
                }}
              >
                Undo
              </Button>
            )}
            <Button
              variant="icon"
              aria-label="Dismiss"
              onClick={() => {
                setHeld(false);
                dismissToast(toast.id);
              }}
            >
              <Icon name="close" size={18} />
            </Button>
          </div>
        )}
      </div>
    </div>,
    dialog ?? document.body,
  );
}
