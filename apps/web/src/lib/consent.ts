import { COOKIE_CONSENT_DAYS } from '@marquee/contracts/constants';

const NAME = 'cookieConsent';

/** Whether the notice has been answered within the last 150 days. */
export function hasConsented(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${NAME}=`));
}

/** Keeps the answer for 150 days. */
export function consent(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${NAME}=true; Max-Age=${COOKIE_CONSENT_DAYS * 86_400}; Path=/; SameSite=Lax${secure}`;
}
