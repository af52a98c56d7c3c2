import { COOKIE_CONSENT_DAYS } from '@marquee/contracts/constants';

const NAME = 'cookieConsent';

/** Returns whether the cookie notice was accepted within the last 150 days. */
export function hasConsented(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${NAME}=`));
}

export function consent(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${NAME}=true; Max-Age=${COOKIE_CONSENT_DAYS * 86_400}; Path=/; SameSite=Lax${secure}`;
}
