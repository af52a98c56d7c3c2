import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onLeave } from '#src/lib/screen/on-leave.ts';
import { Stars } from './stars.tsx';

/**
 * Stars that save themselves. Stars picked by pointer are saved after `delayMs`; stars picked by keyboard are saved on
 * Enter or when the focus leaves, because each arrow key changes the stars. Esc drops them.
 */
export function SavingStars({
  label,
  value,
  subject,
  delayMs = 0,
  busy = false,
  compact = false,
  firstFocus,
  onSave,
  onClear,
}: {
  label: string;
  value: number | null;
  /** The title that the stars are of. Stars picked for an earlier title are dropped. */
  subject: number;
  delayMs?: number;
  busy?: boolean;
  compact?: boolean;
  firstFocus?: boolean;
  /** Saves the rating. A failure is shown and does not reject the promise. */
  onSave: (rating: number) => Promise<unknown>;
  onClear?: (() => void) | undefined;
}) {
  const [picked, setPicked] = useState<{ subject: number; rating: number } | null>(null);
  /** The picked stars that are not sent yet, and the call that saves them for the title that they were picked for. */
  const waiting = useRef<{ picked: typeof picked; send: () => Promise<unknown> } | null>(null);
  const byKeyboard = useRef(false);

  const save = () => {
    const next = waiting.current;
    if (!next || busy) return;
    waiting.current = null;
    // The stars show the saved value again: after a success the new one, after a failure the old one. Stars picked
    // meanwhile stay.
    void next.send().finally(() => setPicked((now) => (now === next.picked ? null : now)));
  };
  const pick = (rating: number) => {
    const next = { subject, rating };
    setPicked(next);
    waiting.current = { picked: next, send: () => onSave(rating) };
  };
  const latestSave = useEffectEvent(save);
  useEffect(() => {
    if (picked === null || busy || byKeyboard.current) return;
    const timer = setTimeout(() => latestSave(), delayMs);
    return () => clearTimeout(timer);
  }, [picked, delayMs, busy]);
  // Another title, another page, a reload and the end of the tab save stars whose delay has not passed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is the trigger
  useEffect(() => () => latestSave(), [subject]);
  useEffect(() => onLeave(() => latestSave()), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of the radio buttons inside
    <div
      onPointerDown={() => {
        byKeyboard.current = false;
      }}
      onKeyDown={(event) => {
        byKeyboard.current = true;
        // Enter on the button that clears the rating presses that button.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          save();
        } else if (event.key === 'Escape') {
          waiting.current = null;
          setPicked(null);
        }
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) save();
      }}
    >
      <Stars
        label={label}
        value={picked?.subject === subject ? picked.rating : value}
        onChange={pick}
        compact={compact}
        {...(onClear && {
          onClear: () => {
            waiting.current = null;
            setPicked(null);
            onClear();
          },
        })}
        {...(firstFocus && { firstFocus })}
      />
    </div>
  );
}
