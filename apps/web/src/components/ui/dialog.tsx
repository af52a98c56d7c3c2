import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '#src/lib/class-names.ts';
import { registerDialog } from '#src/lib/top-dialog.ts';
import { useBackCloses } from '#src/lib/use-back-closes.ts';
import { Button } from './button.tsx';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  /** Names the dialog; shown as its heading unless `headingId` says that there is another. */
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: 'small' | 'wide' | 'full';
  /** Id of the heading that the content brings itself; then only the close button floats above it. */
  headingId?: string;
  /**
   * Whether the browser's Back closes it. True for dialogs without an address of their own; false for those that
   * are a route, and for those that navigate as they close.
   */
  backCloses?: boolean;
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
  headingId,
  backCloses = true,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  const titleId = useId();
  useBackCloses(backCloses, onClose);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    // The opener may leave its list meanwhile (hidden, rated): focus then goes to what stands in its place.
    const item = opener?.closest('li, [role="listitem"]');
    const list = item?.parentElement;
    const place = item && list ? [...list.children].indexOf(item) : -1;
    gone.current = false;
    dialog.showModal();
    const unregister = registerDialog(dialog);
    return () => {
      unregister();
      gone.current = true;
      dialog.close();
      const next = opener?.isConnected
        ? opener
        : (list?.children[place] ?? list?.lastElementChild)?.querySelector('a[href], button');
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop repeats what Esc does
    <dialog
      ref={ref}
      className={cx(css.dialog, css[size])}
      aria-labelledby={headingId ?? titleId}
      onCancel={(event) => {
        // A file or select inside bubbles its own cancel.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Asked a second time with nothing done in between, a browser closes it without asking us: who holds it
        // open decides all the same.
        if (event.target !== event.currentTarget || gone.current) return;
        event.currentTarget.showModal();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={headingId ? css.bare : css.head}>
        {!headingId && (
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
        )}
        <Button variant="icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className={headingId ? undefined : css.body}>{children}</div>
    </dialog>
  );
}

/** The row of buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}
