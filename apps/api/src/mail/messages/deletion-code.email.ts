import { DELETION_CODE_HOURS } from '@marquee/contracts';
import { button, type Links, link, type Message, note, paragraph, strong } from '#src/mail/message.ts';

export function deletionCodeEmail(facts: { code: string; email: string }, links: Links): Message {
  const query = new URLSearchParams({ code: facts.code, email: facts.email });
  const href = `${links.web}/confirm_delete_account?${query}`;
  return {
    subject: 'Confirm that you want to delete your account',
    preview: 'Your account stays until you confirm.',
    heading: 'Delete your account?',
    blocks: [
      paragraph`We received a request to delete the account with this address. To delete it, open the link within ${String(DELETION_CODE_HOURS)} hours and confirm. ${strong('Nothing is deleted before you confirm.')}`,
      button('Open the confirmation page', href),
      paragraph`You cannot undo this. Your ratings, lists and all other data are deleted, and a running subscription ends at once.`,
      note`If you did not request this, ignore this email. Your account stays as it is.`,
      note`If the button does not work, open this address: ${link(href, href)}`,
    ],
    because: 'someone requested the deletion of this account at Marquee',
  };
}
