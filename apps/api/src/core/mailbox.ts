// Many providers deliver several spellings of an address to one mailbox. Limits and trials count mailboxes, so that
// spellings of one address do not multiply them. Mails always go to the address as the user wrote it.

interface Provider {
  /** Domains with the same mailboxes. The first stands for all. */
  domains: readonly [string, ...string[]];
  /** Returns the one spelling of names that the provider does not tell apart. */
  spell?: (local: string) => string;
  /** The end of an address that the user makes up, beside a plus sign and what follows it. */
  tag?: RegExp;
}

const PROVIDERS: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], spell: (local) => local.replaceAll('.', '') },
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    spell: (local) => local.replace(/[._-]/g, ''),
  },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  {
    domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr'],
    // A dot and a hyphen are the same, and a name without them is another.
    spell: (local) => local.replaceAll('-', '.'),
  },
];

/** At Yahoo a hyphen ends the name that all made-up addresses of one user share. */
const YAHOO = /^(?:yahoo\.[a-z]{2,3}(?:\.[a-z]{2})?|ymail\.com|rocketmail\.com|myyahoo\.com)$/;
/** At Fastmail everything before the @ of such a domain is made up. */
const FASTMAIL_USER = /^(?<user>[^.]+)\.(?<domain>fastmail\.(?:com|fm|net|org|co\.uk|de|jp|us))$/;

const untag = (local: string): string => local.replace(/(?<=.)\+.*$/s, '');

function split(email: string): { local: string; domain: string } {
  const [local = '', domain = ''] = email.normalize('NFC').toLowerCase().split('@');
  const { user, domain: host } = FASTMAIL_USER.exec(domain)?.groups ?? {};
  return user && host ? { local: user, domain: host } : { local: untag(local), domain };
}

const findProvider = (domain: string): Provider =>
  PROVIDERS.find(({ domains }) => domains.includes(domain)) ?? {
    domains: [domain],
    ...(YAHOO.test(domain) && { tag: /(?<=.)-.*$/s }),
  };

/** Returns one spelling for all addresses that are known to lead to the same mailbox. */
export function mailboxOf(email: string): string {
  const { local, domain } = split(email);
  const { domains, spell, tag } = findProvider(domain);
  const bare = tag ? local.replace(tag, '') : local;
  return `${spell?.(bare) || bare}@${domains[0]}`;
}

/**
 * Returns the spellings under which earlier versions knew the mailbox: the address as it is written, and without tag at
 * each domain of the provider. Version 0.1.0 and its successor stored hashes of them.
 */
export function formerMailboxesOf(email: string): string[] {
  const [local = '', written = ''] = email.normalize('NFC').toLowerCase().split('@');
  const { domains } = findProvider(written);
  return [`${local}@${written}`, ...[written, ...domains].map((domain) => `${untag(local)}@${domain}`)];
}

/** Returns whether the user made up a part of the address, of which one mailbox has any number. */
export function isTagged(email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return (
    FASTMAIL_USER.test(domain) || untag(local) !== local || (findProvider(domain).tag?.test(local) ?? false)
  );
}
