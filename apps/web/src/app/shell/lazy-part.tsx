import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code loads on its first drawing, or earlier through `load`. It must be inside a Suspense. After
 * `load` it renders without suspending. `React.lazy` always suspends, and React delays the reveal by up to 300 ms.
 * `load` rejects when the import fails.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  const keep = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy = lazy<ComponentType<P>>(async () => ({ default: await keep() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once for each part
  function Part(props: P) {
    // The component is chosen once, so that it keeps its state when the code is loaded.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load: keep });
}
