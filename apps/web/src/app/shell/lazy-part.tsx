import { type ComponentType, lazy, useState } from 'react';
import type { RouteObject } from 'react-router-dom';

/** Replaces the parts whose import failed. */
const renewals = new Set<() => void>();

/** After a failed import has been shown as an error, lets the next drawing import again. */
export function renewFailedParts(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

/**
 * A component whose code loads on its first drawing, or earlier through `load`. It must be inside a Suspense. After
 * `load` it renders without suspending. `React.lazy` always suspends, and React delays the reveal by up to 300 ms.
 * `load` rejects when the import fails.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  const start = () => lazy<ComponentType<P>>(async () => ({ default: await keep() }));
  let Lazy = start();
  const keep = async () => {
    try {
      loaded ??= await load();
    } catch (error) {
      // React.lazy keeps the failure. A new component at once would be imported without end, because React draws a
      // part that never mounted from its start.
      renewals.add(() => {
        Lazy = start();
      });
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

const hasCode = (component: unknown): component is { load: () => Promise<unknown> } =>
  typeof component === 'function' && 'load' in component;

/** Returns the functions that load the code of the screens in a branch of the routes. */
export const screensOf = (branch: readonly RouteObject[]): (() => Promise<unknown>)[] =>
  branch.flatMap(({ Component }) => (hasCode(Component) ? [Component.load] : []));
