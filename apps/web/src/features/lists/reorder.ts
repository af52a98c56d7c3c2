/** Parses the order on the wire: all ids of a list, separated by commas. */
export function readOrder(sorted: string | null): number[] {
  return sorted === null || sorted === '' ? [] : sorted.split(',').map(Number);
}

/**
 * Moves `id` to the position of `target`: before `target` when moving up, after `target` when moving down.
 * Returns the same array when nothing moves.
 */
export function moveTo(order: readonly number[], id: number, target: number): readonly number[] {
  const from = order.indexOf(id);
  const to = order.indexOf(target);
  return from < 0 || to < 0 ? order : moveToIndex(order, id, to);
}

/** Moves `id` to a position counted from 0. A position past the end means the end. */
export function moveToIndex(order: readonly number[], id: number, index: number): readonly number[] {
  const from = order.indexOf(id);
  const to = Math.max(0, Math.min(order.length - 1, index));
  return from < 0 || from === to ? order : order.toSpliced(from, 1).toSpliced(to, 0, id);
}

/**
 * Puts `id` back where it was in the order `before`: behind the last title in front of it that is still there. Returns
 * the same array when `before` does not have the title.
 */
export function placeAsBefore(
  order: readonly number[],
  id: number,
  before: readonly number[],
): readonly number[] {
  const place = before.indexOf(id);
  if (place < 0) return order;
  const rest = order.filter((other) => other !== id);
  const earlier = before.slice(0, place).findLast((other) => rest.includes(other));
  return rest.toSpliced(earlier === undefined ? 0 : rest.indexOf(earlier) + 1, 0, id);
}

/** Sorts items by their ids in `order`. Items that `order` does not contain come last. */
export function inOrder<T extends { id: number }>(items: readonly T[], order: readonly number[]): T[] {
  const places = new Map(order.map((id, place) => [id, place]));
  return items.toSorted((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0);
}
