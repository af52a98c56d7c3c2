import { useEffect, useState } from 'react';

/**
 * Returns the value after it has not changed for `ms` milliseconds. The first value, and every value until
 * `ready` is true, is returned immediately.
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
