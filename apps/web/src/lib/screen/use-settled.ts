import { useEffect, useState } from 'react';

/** Returns true one second after the page was drawn: the page's own calls go first. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
