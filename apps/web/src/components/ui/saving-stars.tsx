import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  firstFocus?: boolean;
  /** Saves the rating. A failure is shown and does not reject the promise. */
  onSave: (rating: number) => Promise<unknown>;
  onClear?: (() => void) | undefined;
}) {
  const [picked, setPicked] = useState<{ subject: number; rating: number } | null>(null);
  /** Saves the picked stars, for the title that they were picked for. */
  const waiting = useRef<(() => Promise<unknown>) | null>(null);
  const byKeyboard = useRef(false);

  const save = () => {
    const send = waiting.current;
    if (!send || busy) return;
    waiting.current = null;
    // The stars show the saved value again: after a success the new one, after a failure the old one.
    void send().finally(() => setPicked((now) => (now?.subject === subject ? null : now)));
  };
  const pick = (rating: number) => {
    setPicked({ subject, rating });
    waiting.current = () => onSave(rating);
  };
  const latestSave = useEffectEvent(save);
  useEffect(() => {
    if (picked === null || byKeyboard.current) return;
    const timer = setTimeout(() => latestSave(), delayMs);
    return () => clearTimeout(timer);
  }, [picked, delayMs]);
  // Another title and leaving the page save stars whose delay has not passed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is the trigger
  useEffect(() => () => latestSave(), [subject]);

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
