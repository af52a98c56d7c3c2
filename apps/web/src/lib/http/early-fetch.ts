declare global {
  interface Window {
    /** Requests that `public/boot.js` sent before the app's code loaded, by address. */
    early?: Map<string, Promise<Response>>;
  }
}

/** Fetch that uses a pending request of `public/boot.js` once, instead of sending another. */
export const earlyFetch: typeof fetch = (input, init) => {
  const address = String(input);
  const held = init?.method === 'GET' ? window.early?.get(address) : undefined;
  if (!held) return fetch(input, init);
  window.early?.delete(address);
  return held.catch(() => fetch(input, init));
};
