import { type ComponentType, lazy, useState } from 'react';
import type { RouteObject } from 'react-router-dom';

/** Functions that replace parts after a failed import. */
const renewals = new Set<() => void>();

/**
 * Allows the next render to import failed parts again. Called after the error screen has replaced the failed
 * parts.
 */
export function renewFailedParts(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

/**
 * Returns a component for use inside a Suspense. After `load`, the component renders at once, while
 * `React.lazy` always suspends, for up to 300 ms.
 * @returns `load` loads the code before the first render, and rejects when the import fails
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  const start = () => lazy<ComponentType<P>>(async () => ({ default: await keep() }));
  let Lazy = start();
  const keep = async () => {
    try {
      loaded ??= await load();
    } catch (error) {
      // React.lazy caches a failed import, so the next navigation creates a new component. Creating the
      // component during render would repeat the import endlessly, because React restarts an unmounted part.
      renewals.add(() => {
        Lazy = start();
      });
      throw error;
    }
    return loaded;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once for each part
  function Part(props: P) {
    // The component is chosen once, so that the part keeps its state when the code is loaded.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load: keep });
}

/** Returns a route whose screen is a chunk. The module of the screen exports `Component`. */
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
