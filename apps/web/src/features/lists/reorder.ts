/** The order on the wire: all ids of a list, comma-separated. */
export function readOrder(sorted: string | null): number[] {
  return sorted === null || sorted === '' ? [] : sorted.split(',').map(Number);
}

/**
 * The order after `id` was moved to stand where `target` stands: before it when coming from further on, after it
 * when coming from nearer, as a pile of cards would close up. The same array when nothing moves.
 */
export function moveTo(order: readonly number[], id: number, target: number): readonly number[] {
  const from = order.indexOf(id);
  const to = order.indexOf(target);
  return from < 0 || to < 0 ? order : moveToIndex(order, id, to);
}

/** The order after `id` was moved to a place, counted from 0; past the end is the end. */
export function moveToIndex(order: readonly number[], id: number, index: number): readonly number[] {
  const from = order.indexOf(id);
  const to = Math.max(0, Math.min(order.length - 1, index));
  return from < 0 || from === to ? order : order.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** Things with ids, in an order; what the order does not name comes last, as it came. */
export function inOrder<T extends { id: number }>(items: readonly T[], order: readonly number[]): T[] {
  const places = new Map(order.map((id, place) => [id, place]));
  return items.toSorted((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0);
}
