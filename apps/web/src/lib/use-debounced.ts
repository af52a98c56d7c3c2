import { useEffect, useState } from 'react';

/** The value as it was once it had stood still for `ms`. The first value counts at once. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (Object.is(settled, value)) return;
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [settled, value, ms]);
  return settled;
}
