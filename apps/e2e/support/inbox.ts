import { setTimeout as sleep } from 'node:timers/promises';

interface Mail {
  subject: string;
  to: { address: string }[];
  text: string;
  html: string;
}

const PATIENCE_MS = 30_000;

/** Waits for the mail to `address` whose subject matches, through the inbox's REST. */
export async function awaitMail(inbox: string, address: string, subject: RegExp): Promise<Mail> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(250)) {
    const mails: Mail[] = JSON.parse(await (await fetch(`${inbox}/email`)).text());
    const own = mails.filter((mail) => mail.to.some((to) => to.address === address));
    const found = own.findLast((mail) => subject.test(mail.subject));
    if (found) return found;
    if (Date.now() > deadline)
      throw new Error(
        `No mail ${subject} to ${address}; there are: ${own.map((mail) => mail.subject).join(', ')}`,
      );
  }
}

/** The address in the mail's text that leads to `path`, as path and query. */
export function linkTo(mail: Mail, path: string): string {
  const found = mail.text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path);
  if (!found) throw new Error(`No link to ${path} in: ${mail.text}`);
  const { pathname, search } = new URL(found);
  return pathname + search;
}
