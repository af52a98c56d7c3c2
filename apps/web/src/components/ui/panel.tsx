import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { topDialog } from '#src/lib/screen/top-dialog.ts';
import { keepBeside } from './beside-anchor.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import css from './panel.module.css';

/**
 * A small dialog beside the control that opened it. The page stays in use: Esc, the close button, a press elsewhere, Tab
 * past its ends and the control's leaving the window close it, and the focus returns to its opener.
 */
export function Panel({
  title,
  anchor,
  onClose,
  children,
}: {
  title: string;
  anchor: Element;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  // A modal dialog makes the page below inert, so a panel over it is inside it.
  const [host] = useState(() => topDialog() ?? document.body);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const opener = document.activeElement;
    const release = keepBeside(element, anchor, () => close());
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus({ preventScroll: true });
    return () => {
      release();
      const focused = document.activeElement;
      const isLeft = focused !== null && focused !== document.body && !element.contains(focused);
      if (!isLeft && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [anchor]);

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (panel.current?.contains(target) || anchor.contains(target));
      // A press in a dialog that opened over the panel is not elsewhere on its page.
      const isBelow = (topDialog() ?? document.body) === host;
      if (!isInside && isBelow) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [anchor, host]);

  // Tab past an end leads out of the panel, back to the opener.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the focus only to hand it on
  // biome-ignore lint/a11y/noStaticElementInteractions: the same
  const end = <span tabIndex={0} onFocus={onClose} />;
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      className={css.panel}
      onKeyDown={(event) => {
        // Keys of the page and of the dialog below, such as Esc and the letters of a card, are not for them now.
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      {end}
      <div className={css.head}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        <Button variant="icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {children}
      {end}
    </div>,
    host,
  );
}

/** Asks for one confirmation beside the button that needs it. Enter confirms, Esc cancels. */
export function ConfirmPanel({
  title,
  anchor,
  children,
  confirm,
  cancel,
  onConfirm,
  onCancel,
}: {
  title: string;
  anchor: Element;
  children: ReactNode;
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Panel title={title} anchor={anchor} onClose={onCancel}>
      {children}
      <div className={`wrap gap-2 ${css.actions}`}>
        <Button onClick={onCancel}>{cancel}</Button>
        <Button variant="primary" data-first-focus onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Panel>
  );
}
