import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has come near the window, about a screen away; stays true from then on. */
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
