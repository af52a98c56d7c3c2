import type { Page } from 'playwright/test';

/** Addresses that visitors can open. */
export const PUBLIC_ROUTES = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/users/password/edit?reset_password_token=abc',
  '/plans',
  '/checkout_success?session_id=cs_test',
  '/checkout_canceled',
  '/get_the_app',
  '/about',
  '/faq',
  '/contact',
  '/privacy',
  '/terms',
  '/deletion',
  '/delete_account',
  '/confirm_delete_account?code=abc&email=somebody@example.com',
  '/confirm_delete_account',
  '/confirm_email',
  '/restore_email',
  '/no/such/page',
  '/offline.html',
];

/** Addresses for members. `/people/1` shows the person with id 1. */
export const MEMBER_ROUTES = [
  '/discover',
  '/rating',
  '/discover/rows/recent?sort=known',
  '/rating?tab=history',
  '/rating/taste',
  '/search',
  '/search?query=star+wars',
  '/search?query=zzqqxxyyzz',
  '/search?query=cruz&search_type=people',
  '/hidden',
  '/tonight',
  '/worth',
  '/news',
  '/together',
  '/people/1',
  '/my_lists',
  '/settings',
  '/settings/import',
  '/plans',
  '/delete_account',
  '/welcome/genres',
  '/welcome/rate',
];

/** Waits until no request is pending and the fonts are loaded. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
