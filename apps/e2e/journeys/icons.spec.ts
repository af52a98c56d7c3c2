// Checks that every page that is not part of the web app has an icon. Without one, the browser asks for
// `/favicon.ico`, and the 404 is an error in its console.
import { expect, test } from '../support/test.ts';

test('every page of the API, the inbox and the Stripe emulator has an icon', async ({
  browser,
  origin,
  inbox,
  member: { api },
}) => {
  const { redirect_url: checkout } = await api('POST /api/v1/plans/change', { body: { plan_id: 'monthly' } });
  const payments = new URL(checkout).origin;
  const addresses = [
    ...['/docs', '/unsubscribe/unknown', '/openapi.json', '/operations/jobs'].map((path) => origin + path),
    inbox,
    checkout,
    `${payments}/checkout/unknown`,
    `${payments}/nowhere`,
  ];
  // A page of its own, because the fixture of `page` reports requests to the inbox and the emulator.
  const page = await browser.newPage();
  for (const address of addresses) {
    await page.goto(address);
    const icon = await page.evaluate(
      () =>
        document.querySelector<HTMLLinkElement>('link[rel~=icon][href]')?.href ??
        new URL('/favicon.ico', location.href).href,
    );
    if (icon.startsWith('data:image/')) continue;
    const reply = await page.request.get(icon);
    expect
      .soft([reply.status(), reply.headers()['content-type']], `${address}: ${icon}`)
      .toEqual([200, expect.stringMatching(/^image\//)]);
  }
  await page.close();
});
