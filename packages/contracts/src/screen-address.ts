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
