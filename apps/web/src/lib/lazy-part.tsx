import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code comes when it is first drawn, or before that by its own `load`. Drawn after `load` it is
 * there at once: `React.lazy` would suspend all the same, and React reveals what was suspended only 300 ms after
 * the last reveal. Wants a Suspense around it. `load` fails as the import does.
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
    // Chosen once, so that what is drawn keeps its state when its code arrives.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load: keep });
}
