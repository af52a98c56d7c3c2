declare global {
  interface Window {
    /** What `public/boot.js` has asked for before the app's code was there, by address. */
    early?: Map<string, Promise<Response>>;
  }
}

/** Fetch, but what is on its way already is taken up, once, instead of asked for again. */
export const earlyFetch: typeof fetch = (input, init) => {
  const address = String(input);
  const held = init?.method === 'GET' ? window.early?.get(address) : undefined;
  if (!held) return fetch(input, init);
  window.early?.delete(address);
  return held.catch(() => fetch(input, init));
};
