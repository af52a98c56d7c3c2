import { expect, test } from 'vitest';
import { createNonce, createSecrets, createTrialHash, hashToken, safeEqual } from './secrets.ts';

const secrets = createSecrets('a server secret of at least 32 characters');
const others = createSecrets('another secret of at least 32 characters!');

test('deriveToken returns the same token only for the same purpose, user, nonce and server secret', () => {
  const nonce = createNonce();
  const token = secrets.deriveToken('password_reset', 1, nonce);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(secrets.deriveToken('password_reset', 1, nonce)).toBe(token);
  for (const different of [
    secrets.deriveToken('deletion_code', 1, nonce),
    secrets.deriveToken('password_reset', 2, nonce),
    secrets.deriveToken('password_reset', 1, createNonce()),
    others.deriveToken('password_reset', 1, nonce),
  ])
    expect(different).not.toBe(token);
});

test('verify returns the text only for the same use and server secret', () => {
  const token = secrets.sign('unsubscribe', 'invitation~u~1');
  expect(secrets.verify('unsubscribe', token)).toBe('invitation~u~1');
  expect(secrets.verify('other', token)).toBeNull();
  expect(others.verify('unsubscribe', token)).toBeNull();
  expect(secrets.verify('unsubscribe', token.replace('~1.', '~2.'))).toBeNull();
  for (const bad of ['', '.', 'x', '.x', token.slice(0, -1), `${token}=`])
    expect(secrets.verify('unsubscribe', bad)).toBeNull();
});

test('hashAddress ignores case and depends on the key', () => {
  expect(secrets.hashAddress('A@Example.com')).toBe(secrets.hashAddress('a@example.COM'));
  expect(secrets.hashAddress('a@example.com')).not.toBe(others.hashAddress('a@example.com'));
});

test('safeEqual returns true only for equal texts, and hashToken returns 64 hexadecimal digits', () => {
  expect(safeEqual('a', 'a')).toBe(true);
  expect(safeEqual('a', 'ab')).toBe(false);
  expect(hashToken('a')).toMatch(/^[\da-f]{64}$/);
});

test('createTrialHash ignores the case of an address, and another key gives another hash', () => {
  const hash = createTrialHash('a trial key of at least 32 characters');
  expect(hash('Ada@Example.com')).toEqual(hash('ada@example.com'));
  expect(hash('ada@example.com').mailbox).not.toContain('ada');
  expect(createTrialHash('another trial key of 32 characters')('ada@example.com').mailbox).not.toBe(
    hash('ada@example.com').mailbox,
  );
});

test('hashMailbox and createTrialHash give all addresses of one mailbox the same hash, and keep mailboxes apart', () => {
  const hashTrial = createTrialHash('a trial key of at least 32 characters');
  for (const hash of [secrets.hashMailbox, (email: string) => hashTrial(email).mailbox]) {
    expect(hash('ada+films@example.com')).toBe(hash('ada@example.com'));
    expect(hash('a.da@example.com')).not.toBe(hash('ada@example.com'));
  }
});

test('the hash of an address without a tag is the hash of its mailbox, so that stored hashes stay valid', () => {
  expect(secrets.hashMailbox('Ada@Example.com')).toBe(secrets.hashAddress('ada@example.com'));
});

test('createTrialHash knows a trial that an earlier version stored for another domain of the provider', () => {
  const hash = createTrialHash('a trial key of at least 32 characters');
  // For these addresses the earlier version left out the tag only, so its hash is that of an unknown provider.
  const stored = hash('ada-l@ya.ru').former;
  expect(hash('ada-l+x@yandex.com').former.some((former) => stored.includes(former))).toBe(true);
  expect(hash('bob@yandex.com').former.some((former) => stored.includes(former))).toBe(false);
});
