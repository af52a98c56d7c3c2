import { expect } from 'playwright/test';

interface Mail {
  subject: string;
  to: { address: string }[];
  text: string;
  html: string;
}

/** Waits for the email to `address` whose subject matches, through the REST API of the inbox. */
export async function awaitMail(inbox: string, address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  const subjects = async () => {
    const mails: Mail[] = JSON.parse(await (await fetch(`${inbox}/email`)).text());
    const own = mails.filter((mail) => mail.to.some((to) => to.address === address));
    found = own.findLast((mail) => subject.test(mail.subject));
    return own.map((mail) => mail.subject);
  };
  await expect
    .poll(subjects, { message: `mails to ${address}`, intervals: [250] })
    .toContainEqual(expect.stringMatching(subject));
  if (!found) throw new Error(`No mail ${subject} to ${address}`);
  return found;
}

/** Returns every address in the email, in the order of its text. */
export const linksIn = (mail: Mail): string[] => mail.text.match(/https?:\/\/[^\s)>]+/g) ?? [];

/** Searches the email for a link to `path`. Returns path and query of the first link found. */
export function linkTo(mail: Mail, path: string | RegExp): string {
  const leads = ({ pathname }: URL) => (typeof path === 'string' ? pathname === path : path.test(pathname));
  const found = linksIn(mail).find((url) => leads(new URL(url)));
  if (!found) throw new Error(`No link to ${path} in: ${mail.text}`);
  const { pathname, search } = new URL(found);
  return pathname + search;
}
