import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { html, Markup } from '#src/core/html.ts';
import { isOptionalMail, mails } from './mails.ts';
import { paragraph, toDisplayName, toSubjectName } from './message.ts';
import { PALETTE } from './palette.ts';
import { PREFERENCE_COLUMNS } from './preferences.ts';
import { renderHtml, renderText } from './render.ts';
import { SAMPLE_LINKS } from './sample-values.ts';

const samples = Object.values(mails).flatMap((mail) => Object.entries(mail.samples()));

const frame = {
  links: SAMPLE_LINKS,
  unsubscribe: { url: 'http://127.0.0.1:3000/unsubscribe/token', member: true },
};

describe('html', () => {
  test('escapes every value except markup, and leaves out null and false', () => {
    const item = html`<li>${'<a href="x">\'&'}</li>`;
    expect(html`<ul>${[item, item]}${null}${false}${0}</ul>`.value).toBe(
      `<ul>${'<li>&lt;a href=&quot;x&quot;&gt;&#39;&amp;</li>'.repeat(2)}0</ul>`,
    );
    expect(html`${new Markup('<b>')}`.value).toBe('<b>');
  });
});

describe('toDisplayName and toSubjectName', () => {
  test('remove line breaks and direction marks, and prevent automatic links', () => {
    expect(toDisplayName('a\r\nBcc: b\u202e')).toBe('a Bcc: b');
    expect(toDisplayName('https://evil.example/x')).not.toMatch(/evil\.example|:\/\//);
    expect(toDisplayName('Dr. No, vol. 2')).toBe('Dr. No, vol. 2');
  });

  test('shorten a long name without splitting a character', () => {
    expect(toSubjectName('é'.repeat(60))).toBe('é'.repeat(60));
    expect([...toSubjectName('🎬'.repeat(61))]).toHaveLength(60);
    expect(toSubjectName('🎬'.repeat(61)).endsWith('🎬…')).toBe(true);
  });
});

describe.each(samples)('%s', (_name, message) => {
  const page = renderHtml(message, frame);
  const text = renderText(message, frame);

  test('has a subject of one line', () => {
    expect(message.subject).toMatch(/^\P{Cc}{1,250}$/u);
  });

  test('has a language, one heading and tables marked as layout for screen readers', () => {
    expect(page).toContain('<html lang="en" dir="ltr">');
    expect(page.match(/<h1 /g)).toHaveLength(1);
    expect(page.match(/<table(?! role="presentation")/g)).toBeNull();
    expect(page).toContain('<meta name="color-scheme" content="light dark">');
    for (const [, words = ''] of page.matchAll(/<a [^>]*>(.*?)<\/a>/gs))
      expect(words.replace(/<[^>]*>/g, '').trim()).not.toBe('');
  });

  test('contains no external resource, and no markup from texts of users', () => {
    expect(page).not.toMatch(/<(script|img|iframe|link|form)\b/i);
    for (const [, address = ''] of page.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^(http:\/\/127\.0\.0\.1:3000|mailto:)/);
  });

  test('has the same content in HTML and in plain text, with the unsubscribe link in both versions', () => {
    for (const [, href = ''] of page.matchAll(/href="(http[^"]*)"/g)) {
      const address = href.replaceAll('&amp;', '&');
      if (address !== SAMPLE_LINKS.web) expect(text).toContain(address);
    }
    expect(text).toContain(frame.unsubscribe.url);
    expect(text).not.toMatch(/&(amp|lt|gt|quot|nbsp);|undefined|null|NaN|\[object/);
  });

  test('stays below the size at which Gmail cuts a message', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(100_000);
  });
});

describe('optional mails', () => {
  test('use each notification preference', () => {
    const preferences = Object.values(mails).flatMap((mail) =>
      'optional' in mail ? mail.optional.preferences : [],
    );
    expect([...new Set(preferences)].sort()).toEqual(Object.keys(PREFERENCE_COLUMNS).sort());
  });

  test('include no transactional mail and no inherited property name such as toString', () => {
    expect(isOptionalMail('invitation')).toBe(true);
    expect(isOptionalMail('welcome')).toBe(false);
    expect(isOptionalMail('toString')).toBe(false);
  });
});

describe('the mail with a deletion code', () => {
  const textOf = (name: string) => renderText(mails.deletion_code.samples()[name] ?? expect.fail(), frame);

  test('names the effect of the deletion on each subscription', () => {
    expect(textOf('deletion-code')).toContain('The subscription that you pay by card ends at once.');
    expect(textOf('deletion-code-without-subscription')).not.toContain('subscription');
    const stores = textOf('deletion-code-with-store-subscriptions');
    expect(stores).toContain('Your subscription in the App Store goes on: cancel it there.');
    expect(stores).toContain('Your subscription in Google Play goes on: cancel it there.');
    expect(stores).not.toContain('ends at once');
  });
});

describe('the mail about a finished deletion', () => {
  const { payload, samples: write } = mails.deletion_done;
  const textOf = (name: string) => renderText(write()[name] ?? expect.fail(), frame);

  test('says that no further charge follows, but only when no store subscription renews', () => {
    expect(textOf('deletion-done')).toContain('You will not be charged again.');
    expect(textOf('deletion-done-with-store-subscriptions')).not.toContain('not be charged');
  });

  test('names every store in which the user must cancel a subscription', () => {
    const text = textOf('deletion-done-with-store-subscriptions');
    expect(text).toContain('Your subscription in the App Store goes on.');
    expect(text).toContain('Your subscription in Google Play goes on.');
    expect(textOf('deletion-done')).not.toContain('subscription');
  });

  test('accepts a payload without the field `stores`, as older versions wrote it', () => {
    expect(payload.parse({ email: 'a@example.com' })).toMatchObject({ stores: null });
  });
});

test('every kind of mail has a sample', () => {
  for (const mail of Object.values(mails)) expect(Object.keys(mail.samples())).not.toEqual([]);
});

test('paragraph keeps the parts of a sentence in order', () => {
  expect(paragraph`a ${'b'} c ${{ strong: 'd' }}`).toEqual({
    kind: 'paragraph',
    content: ['a ', 'b', ' c ', { strong: 'd' }],
  });
});

test('the palette equals the color tokens of the web app', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../../web/src/styles/tokens.css'), 'utf8');
  for (const [name, [light, dark]] of Object.entries(PALETTE))
    expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`);
});
