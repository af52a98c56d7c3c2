// Mail gateways open every link of a mail in a real browser. Opening alone must change nothing.
import { awaitMail, linksIn, linkTo } from '../support/inbox.ts';
import { expect, test } from '../support/test.ts';
import { connect, createMember, makeIdentity, PASSWORD } from '../support/users.ts';

test('a browser that opens every mailed link and clicks nothing changes nothing', async ({
  browser,
  origin,
  inbox,
  member,
}) => {
  const { api, email } = member;
  const moved = makeIdentity().email;
  const inviter = await createMember(origin);
  const { user_list: list } = await inviter.api('POST /api/v1/user_lists', { body: { name: 'Rainy days' } });
  await inviter.api('POST /api/v1/user_lists/{id}/share', {
    params: { id: list.id },
    body: { user_list: { share_items: [{ email }] } },
  });
  const visitor = connect(origin);
  await visitor('POST /users/password', { body: { user: { email } } });
  await visitor('POST /api/v1/user/delete_account', { body: { user: { email } } });
  const proof = linkTo(await awaitMail(inbox, email, /^Welcome/), '/confirm_email');
  const code = new URL(proof, origin).searchParams.get('code') ?? '';
  await visitor('POST /api/v1/users/confirm_email', { body: { code } });
  await api('PUT /api/v1/user', { body: { user: { email: moved } } });
  const links: string[] = [];
  for (const [address, subject] of [
    [email, /^Welcome/],
    [email, /list/i],
    [email, /password/i],
    [email, /delet/i],
    [email, /address/i],
    [moved, /confirm/i],
  ] as const)
    links.push(
      ...linksIn(await awaitMail(inbox, address, subject)).filter((link) => link.startsWith(origin)),
    );
  expect(links.join()).toContain('/confirm_email');
  expect(links.join()).toContain('/restore_email');
  expect(links.join()).toContain('/confirm_delete_account');
  expect(links.join()).toContain('/users/password/edit');
  expect(links.join()).toContain('/accept_list/');

  const context = await browser.newContext();
  const sent: string[] = [];
  context.on('request', (request) => {
    const isAnswer = /\/(accept|reject)_list\//.test(request.url()) && !request.isNavigationRequest();
    if (request.method() !== 'GET' || isAnswer) sent.push(`${request.method()} ${request.url()}`);
  });
  const page = await context.newPage();
  for (const link of links) {
    await page.goto(link);
    await page.waitForLoadState('networkidle');
  }
  await context.close();
  expect(sent).toEqual([]);
  const { user } = await api('GET /api/v1/user');
  expect(user).toMatchObject({ email, email_verified: true, pending_email: moved });
  const again = connect(origin, user.access_token);
  await again('POST /api/v1/users/password_confirmation', { body: { user: { password: PASSWORD } } });
});
