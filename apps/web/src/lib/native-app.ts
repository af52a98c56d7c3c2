import { site } from '#src/config/site.ts';

const OPENS = /^\/$|\/media\/|^\/accept_list\/|^\/reject_list\/|^\/my_lists\/share\//;
const KEY = 'native_app_tried';

/** Where the native app would show this address: `/discover/media/7?x=1` → `marquee://discover/media/7?x=1`. */
export function nativeAddress(path: string): string | null {
  return OPENS.test(path.split('?', 1)[0] ?? '') ? `${site.appScheme}://${path.slice(1)}` : null;
}

function firstTime(path: string): boolean {
  try {
    const tried = sessionStorage.getItem(KEY)?.split(' ') ?? [];
    if (tried.includes(path)) return false;
    sessionStorage.setItem(KEY, [...tried, path].join(' '));
    return true;
  } catch {
    // Without storage there is no telling, and trying for ever would be worse than never.
    return false;
  }
}

/**
 * On a phone, tries to open the native app at this address (specification section 2): with the first touch, since
 * browsers follow a custom scheme only in answer to one. Where the app is not installed nothing happens. Each
 * address is tried once a visit, so that Back is not caught. The returned function calls it off.
 */
export function tryNativeApp(path: string): () => void {
  const address = nativeAddress(path);
  const phone = /Android|iPhone|iPad/.test(navigator.userAgent);
  if (address === null || !phone || !firstTime(path)) return () => {};
  const leaving = new AbortController();
  window.addEventListener('pointerup', () => location.assign(address), {
    once: true,
    signal: leaving.signal,
  });
  return () => leaving.abort();
}
