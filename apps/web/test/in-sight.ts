/** Reports every element as visible, because jsdom has no layout. */
export class EverythingInSight implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [0];
  readonly #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    const box = target.getBoundingClientRect();
    const entry: IntersectionObserverEntry = {
      boundingClientRect: box,
      intersectionRatio: 1,
      intersectionRect: box,
      isIntersecting: true,
      rootBounds: null,
      target,
      time: 0,
    };
    queueMicrotask(() => this.#callback([entry], this));
  }

  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
