import { useEffect, useState } from 'react';

/**
 * The value as it was once it had stood still for `ms`. The first value counts at once: the first of all, or the
 * first after `ready`, for values that are not yet what they will be.
 */
export function useDebounced<T>(value: T, ms: number, ready = true): T {
  const [settled, setSettled] = useState<{ value: T } | null>(null);
  const current = settled ?? { value };
  if (ready && settled === null) setSettled(current);
  useEffect(() => {
    if (settled === null || Object.is(settled.value, value)) return;
    const timer = setTimeout(() => setSettled({ value }), ms);
    return () => clearTimeout(timer);
  }, [settled, value, ms]);
  return current.value;
}
