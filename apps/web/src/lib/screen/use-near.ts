import { type RefObject, useEffect, useState } from 'react';

/** Returns whether an element has come within about one screen of the window. The value then stays true. */
export function useNear(element: RefObject<Element | null>, from = false): boolean {
  const [near, setNear] = useState(from);
  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '800px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near, element]);
  return near;
}
