import { DELETION_CODE_HOURS } from '@marquee/contracts';
import { button, type Links, link, type Message, note, paragraph, strong } from './message.ts';

export function deletionCodeEmail(facts: { code: string; email: string }, links: Links): Message {
  const query = new URLSearchParams({ code: facts.code, email: facts.email });
  const href = `${links.web}/confirm_delete_account?${query}`;
  return {
    subject: 'Confirm that your account should be deleted',
    preview: 'Nothing is deleted until you confirm.',
    heading: 'Delete your account?',
    blocks: [
      paragraph`Somebody, most likely you, asked to delete the account with this address. The link leads to the last step and works for ${String(DELETION_CODE_HOURS)} hours. ${strong('Nothing is deleted until you confirm there.')}`,
      button('Go to the last step', href),
      paragraph`Deleting is for good: ratings, lists and everything else about you are erased, and a running subscription ends at once.`,
      note`If it was not you, there is nothing to do: the account stays as it is.`,
      note`If the button does not work, open this address: ${link(href, href)}`,
    ],
    because: 'the deletion of this account was asked for at Marquee',
  };
}
