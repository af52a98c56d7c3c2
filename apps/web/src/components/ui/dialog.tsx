import * as texts from '@marquee/contracts/texts';
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import { registerDialog } from '#src/lib/screen/top-dialog.ts';
import { useBackCloses } from '#src/lib/screen/use-back-closes.ts';
import { Button } from './button.tsx';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  /** The name of the dialog. It is also the visible heading, unless `headingId` is set. */
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: 'small' | 'wide' | 'full';
  /** Id of a heading inside the content. With this id, the dialog adds only the close button. */
  headingId?: string;
  /**
   * Whether Back closes the dialog. Use false for a route, and for a dialog that navigates when it closes.
   */
  backCloses?: boolean;
}

/**
 * Maps each closed dialog to the element to focus. `inOpenPage` deletes each entry after reading, so that the
 * recursion terminates.
 */
const returns = new WeakMap<Element, Element | null | undefined>();

/**
 * Returns the element to focus. If this element is inside a dialog that has closed too, returns the opener of
 * the dialog.
 */
function inOpenPage(element: Element | null | undefined): Element | null | undefined {
  const below = element?.closest('dialog');
  if (!below || below.open || !returns.has(below)) return element;
  const next = returns.get(below);
  returns.delete(below);
  return inOpenPage(next);
}

/**
 * A native modal dialog, open while mounted, that returns the focus to its opener. Esc, the backdrop, the
 * close button and Back close it.
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
    // When the opener was removed from its list, the focus goes to the item at the same place.
    const item = opener?.closest('li, [role="listitem"]');
    const list = item?.parentElement;
    const place = item && list ? [...list.children].indexOf(item) : -1;
    gone.current = false;
    dialog.showModal();
    // Without this element, the focus stays on the close button.
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    const unregister = registerDialog(dialog);
    return () => {
      unregister();
      gone.current = true;
      dialog.close();
      const next = opener?.isConnected
        ? opener
        : (list?.children[place] ?? list?.lastElementChild)?.querySelector('a[href], button');
      returns.set(dialog, next);
      const found = inOpenPage(next);
      if (found instanceof HTMLElement) found.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes the dialog as a click on the backdrop does
    <dialog
      ref={ref}
      className={cx(css.dialog, css[size])}
      data-size={size}
      aria-labelledby={headingId ?? titleId}
      onCancel={(event) => {
        // A file input or a select inside the dialog also sends a cancel event, which bubbles up to the
        // dialog. Ignore this event.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // On a second Esc without input in between, browsers close a dialog without a cancel event. Open the
        // dialog again and call `onClose`, which decides whether the dialog closes.
        if (event.target !== event.currentTarget || gone.current) return;
        event.currentTarget.showModal();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={headingId ? css.bare : css.head} data-title={title}>
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

/** Cancel, and the button that does what the dialog is for. Without `onConfirm`, that button sends the form around it. */
export function DialogChoice({
  cancel = 'Cancel',
  confirm = texts.save,
  variant = 'primary',
  onCancel,
  onConfirm,
  ...button
}: {
  cancel?: string;
  confirm?: string;
  onCancel: () => void;
  onConfirm?: () => void;
} & Pick<ComponentProps<typeof Button>, 'variant' | 'busy' | 'disabled'>) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>{cancel}</Button>
      <Button {...button} type={onConfirm ? 'button' : 'submit'} variant={variant} onClick={onConfirm}>
        {confirm}
      </Button>
    </DialogActions>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={`wrap gap-3 ${css.actions}`}>{children}</div>;
}
