// Tests an invitation until it is accepted, and the page of a link that no longer works.
import { cards, confirmAddress } from '../support/actions.ts';
import { awaitMail } from '../support/inbox.ts';
import { expect, test } from '../support/test.ts';
import { createMember } from '../support/users.ts';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport });

    test('an invited member sees the inviter and the list, and accepts the invitation on the page of the list', async ({
      page,
      origin,
      inbox,
      signedIn,
    }) => {
      const owner = await createMember(origin);
      const { user_list: list } = await owner.api('POST /api/v1/user_lists', {
        body: { name: 'Rainy days' },
      });
      for (const id of [1, 2, 3])
        await owner.api('POST /api/v1/user_lists/{id}/user_list_media', {
          params: { id: list.id },
          body: { user_list_medium: { medium_id: id, user_list_id: list.id } },
        });
      await owner.api('POST /api/v1/user_lists/{id}/share', {
        params: { id: list.id },
        body: { user_list: { share_items: [{ email: signedIn.email }] } },
      });

      await page.goto('/my_lists');
      await expect(page.getByText('An invitation waits for you. Confirm your email address')).toBeVisible();
      await expect(page.getByText('Rainy days')).toHaveCount(0);
      await page.getByRole('button', { name: 'Send the link again' }).click();
      await awaitMail(inbox, signedIn.email, /^Confirm/);
      await confirmAddress(page, inbox, signedIn.email);
      await page.goto(`/my_lists/${list.id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Rainy days' })).toBeVisible();
      const invitation = `${owner.user.display_name} invites you to this list. It has 3 titles.`;
      await expect(page.getByText(invitation)).toBeVisible();
      await expect(page.getByText(/fits your filters/)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible();
      await page.getByRole('button', { name: 'Accept' }).click();
      await expect(cards(page.getByRole('main'))).toHaveCount(3);
    });

    test('the page of an invitation or share link that no longer works explains what to do next', async ({
      page,
      signedIn,
      problems,
    }) => {
      expect(signedIn.services).toHaveLength(2);
      problems.allow(/status of 404.*(accept_list|shared_link)/);
      problems.allow(/status of 404.*\/my_lists\/share\/nosuchcode/);
      for (const [address, text] of [
        ['/accept_list/nosuchcode', 'This invitation is no longer open.'],
        ['/my_lists/share/nosuchcode', 'This link to a list no longer works.'],
      ] as const) {
        await page.goto(address);
        const alert = page.getByRole('alert').filter({ hasText: text });
        await expect(alert).toContainText('Ask the person who');
        await alert.getByRole('button', { name: 'Show my lists' }).click();
        await expect(page.getByRole('link', { name: 'Open Watch Later' })).toBeVisible();
        await expect(alert).toHaveCount(0);
      }
    });
  });
}
