import { site } from '#src/config/site.ts';
import { getApps } from '#src/lib/http/get-apps.ts';

const OPENS = /^\/$|\/media\/|^\/accept_list\/|^\/reject_list\/|^\/my_lists\/share\//;
const KEY = 'native_app_tried';

/**
 * Returns the address in the native app: `/discover/media/7?x=1` → `marquee://discover/media/7?x=1`. Returns
 * null when the native app does not open the path.
 */
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
    // Without storage, earlier attempts are unknown, so the native app is not opened.
    return false;
  }
}

/** Returns whether there is an app for this phone. Without an answer there is none. */
async function hasApp(): Promise<boolean> {
  const apps = await getApps().catch(() => null);
  return (/Android/.test(navigator.userAgent) ? apps?.android : apps?.ios) != null;
}

/**
 * Opens this address in the native app on a phone, once a visit, so that Back works:
 * docs/product.md#native-app. Waits for the first touch, because browsers follow a custom scheme only after a
 * touch.
 * @returns cancels the attempt
 */
export function tryNativeApp(path: string): () => void {
  const address = nativeAddress(path);
  const phone = /Android|iPhone|iPad/.test(navigator.userAgent);
  if (address === null || !phone || !firstTime(path)) return () => {};
  const leaving = new AbortController();
  void hasApp().then((has) => {
    if (!has || leaving.signal.aborted) return;
    window.addEventListener('pointerup', () => location.assign(address), {
      once: true,
      signal: leaving.signal,
    });
  });
  return () => leaving.abort();
}
