import { site } from '#src/config/site.ts';

const OPENS = /^\/$|\/media\/|^\/accept_list\/|^\/reject_list\/|^\/my_lists\/share\//;
const KEY = 'native_app_tried';

/** Where the native app would show this address: `/discover/media/7?x=1` → `marquee://discover/media/7?x=1`. */
export function nativeAddress(path: string): string | null {
  return OPENS.test(path.split('?', 1)[0] ?? '') ? `${site.appScheme}://${path.slice(1)}` : null;
}

/**
 * On a phone, tries to open the native app at this address (specification section 2). Where it is not installed
 * nothing happens; each address is tried once a visit, so that Back is not caught.
 */
export function tryNativeApp(path: string): void {
  if (!/Android|iPhone|iPad/.test(navigator.userAgent)) return;
  const address = nativeAddress(path);
  if (address === null) return;
  try {
    const tried = sessionStorage.getItem(KEY)?.split(' ') ?? [];
    if (tried.includes(path)) return;
    sessionStorage.setItem(KEY, [...tried, path].join(' '));
  } catch {
    // Without storage there is no telling whether it was tried, and trying for ever would be worse than never.
    return;
  }
  location.assign(address);
}
