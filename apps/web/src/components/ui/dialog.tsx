import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '#src/lib/class-names.ts';
import { registerDialog } from '#src/lib/top-dialog.ts';
import { Button } from './button.tsx';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  /** Names the dialog. Shown as its heading unless `headless`. */
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: 'small' | 'wide' | 'full';
  /** No heading row: the content brings its own, and only the close button floats. */
  headless?: boolean;
  /**
   * Whether the browser's Back closes it. True for dialogs without an address of their own; false for those that
   * are a route, and for those that navigate as they close.
   */
  backCloses?: boolean;
}

const MARK = 'marqueeDialog';

function marked(id: string): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && MARK in state && state[MARK] === id;
}

/** Puts one history entry under the dialog while it is open, and takes it away when it closes by other means. */
function useBackCloses(enabled: boolean, onClose: () => void): void {
  const id = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!enabled) return;
    // The router's own fields are kept, so that it takes the entry for the same place.
    if (!marked(id)) history.pushState({ ...history.state, [MARK]: id }, '');
    const onPop = () => {
      if (!marked(id)) close.current();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      if (marked(id)) history.back();
    };
  }, [enabled, id]);
}

/**
 * A native modal dialog: mounted means open. Focus goes in, stays in, and returns to where it was; Esc, the
 * backdrop, the close button and Back close it.
 */
export function Dialog({
  title,
  onClose,
  children,
  size = 'small',
  headless = false,
  backCloses = true,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useBackCloses(backCloses, onClose);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    const unregister = registerDialog(dialog);
    return () => {
      unregister();
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop repeats what Esc does
    <dialog
      ref={ref}
      className={cx(css.dialog, css[size])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file or select inside bubbles its own cancel.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={headless ? css.bare : css.head}>
        <h2 id={titleId} className={headless ? 'visually-hidden' : css.title}>
          {title}
        </h2>
        <Button variant="icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className={headless ? undefined : css.body}>{children}</div>
    </dialog>
  );
}

/** The row of buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}
