/** The largest id of the database (32-bit integer). */
const ID_MAX = 2_147_483_647;

/** Returns whether a path segment is a valid id: a positive integer without leading zeros. */
export function isId(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= ID_MAX;
}

/** Returns whether a path segment is a year that can be asked for: 1900 to 2099. */
export const isYear = (text: string): boolean => /^(19|20)\d{2}$/.test(text);

type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** Returns the address of a screen: `screenAddress(paths.person, { personId: 7 })` → `/people/7`. */
export function screenAddress<const P extends string>(
  path: P,
  params: Record<ParamsOf<P>, string | number>,
): string {
  const given = new Map<string, string | number>(Object.entries(params));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given.get(name) ?? ''));
}
