import { type ComponentType, lazy, useState } from 'react';
import type { RouteObject } from 'react-router-dom';

/** Functions that replace the parts whose import failed. */
const renewals = new Set<() => void>();

/**
 * Lets the next render import failed parts again. Called after the error screen has replaced the failed
 * parts.
 */
export function renewFailedParts(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

/**
 * Returns a component for use inside a Suspense. The code loads at the first render, or earlier through
 * `load`, which rejects when the import fails. After `load`, the component renders at once, while
 * `React.lazy` always suspends, for up to 300 ms.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  const start = () => lazy<ComponentType<P>>(async () => ({ default: await keep() }));
  let Lazy = start();
  const keep = async () => {
    try {
      loaded ??= await load();
    } catch (error) {
      // React.lazy keeps the failure, so the next address needs a new component. A new component during this
      // render would be imported without end, because React renders an unmounted part from the start.
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
