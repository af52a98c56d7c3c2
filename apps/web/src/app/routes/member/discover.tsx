import { useTitle } from '#src/lib/use-title.ts';

/** Discover. */
export function Component() {
  useTitle('Discover');
  return <h1>Discover</h1>;
}
