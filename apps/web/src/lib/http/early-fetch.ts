declare global {
  interface Window {
    /** Replies to the requests that the boot script (`src/boot`) sent before the app's code loaded, by address. */
    early?: Map<string, Promise<Response>>;
  }
}

/**
 * Returns each reply to the boot script once, and sends all other requests with fetch. Any write drops these
 * replies, because a write may change the data.
 */
export const earlyFetch: typeof fetch = (input, init) => {
  const address = String(input);
  if (init?.method !== 'GET') window.early?.clear();
  const held = window.early?.get(address);
  if (!held) return fetch(input, init);
  window.early?.delete(address);
  return held.catch(() => fetch(input, init));
};
