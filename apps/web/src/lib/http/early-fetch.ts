declare global {
  interface Window {
    /** Answers to the requests that the boot script (`src/boot`) sent before the app's code loaded, by address. */
    early?: Map<string, Promise<Response>>;
  }
}

/**
 * Fetch that takes an answer of the boot script once, instead of asking again. Any write drops the answers, because it
 * may change them.
 */
export const earlyFetch: typeof fetch = (input, init) => {
  const address = String(input);
  if (init?.method !== 'GET') window.early?.clear();
  const held = window.early?.get(address);
  if (!held) return fetch(input, init);
  window.early?.delete(address);
  return held.catch(() => fetch(input, init));
};
