/** The largest id of the database (32-bit integer). */
const ID_MAX = 2_147_483_647;

/** Returns whether a path segment is a valid id: a positive integer without leading zeros. */
export function isId(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= ID_MAX;
}
