import { type ComponentType, lazy, useState } from 'react';
import type { RouteObject } from 'react-router-dom';

/**
 * A component whose code loads on its first drawing, or earlier through `load`. It must be inside a Suspense. After
 * `load` it renders without suspending. `React.lazy` always suspends, and React delays the reveal by up to 300 ms.
 * `load` rejects when the import fails. The next drawing then imports again.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  // A component of React.lazy keeps a failed import, so a failure creates the next one.
  const start = () => lazy<ComponentType<P>>(async () => ({ default: await keep() }));
  let Lazy = start();
  const keep = async () => {
    try {
      loaded ??= await load();
    } catch (error) {
      Lazy = start();
      throw error;
    }
    return loaded;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once for each part
  function Part(props: P) {
    // The component is chosen once, so that it keeps its state when the code is loaded.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load: keep });
}

/** A route whose screen is a chunk. The module of a screen exports `Component`. */
export const screen = (
  path: string,
  load: () => Promise<{ Component: ComponentType }>,
  ...children: RouteObject[]
): RouteObject => ({ path, Component: lazyPart(async () => (await load()).Component), children });
