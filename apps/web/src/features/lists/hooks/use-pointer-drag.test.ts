import { describe, expect, it } from 'vitest';
import { scrollStep } from './use-pointer-drag.ts';

const height = 800;

describe('scrollStep', () => {
  it.each([
    ['away from the edges', { from: 400, y: 400 }],
    ['sideways from a handle close to the bottom', { from: 760, y: 764 }],
    ['sideways from a handle close to the top', { from: 30, y: 26 }],
    ['from a handle close to the bottom towards the middle', { from: 790, y: 730 }],
  ])('does not scroll when the pointer is dragged %s', (_, drag) => {
    expect(scrollStep({ ...drag, height })).toBe(0);
  });

  it('scrolls towards the edge that the pointer moves to, faster near the edge', () => {
    expect(scrollStep({ from: 400, y: 710, height })).toBeGreaterThan(0);
    expect(scrollStep({ from: 400, y: 795, height })).toBeGreaterThan(
      scrollStep({ from: 400, y: 710, height }),
    );
    expect(scrollStep({ from: 400, y: 10, height })).toBeLessThan(0);
    expect(scrollStep({ from: 760, y: 790, height })).toBeGreaterThan(0);
  });

  it('scrolls when the pointer reaches the edge, even if the drag started close to this edge', () => {
    expect(scrollStep({ from: 790, y: 799, height })).toBeGreaterThan(0);
    expect(scrollStep({ from: 12, y: 0, height })).toBeLessThan(0);
  });
});
