import { describe, expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

describe('mailboxOf', () => {
  it.each([
    ['ada.lovelace@gmail.com', 'a.d.a.lovelace+films@GoogleMail.com', 'adalovelace+a+b@gmail.com'],
    ['ada.l@proton.me', 'adal@protonmail.com', 'a_da-l+x@pm.me'],
    ['ada@icloud.com', 'ada@me.com', 'ada+x@mac.com'],
    ['ada.l@yandex.ru', 'ada-l@ya.ru', 'ADA.L+x@yandex.com'],
    ['ada@yahoo.com', 'ada-films@yahoo.com', 'ada-x-y+z@yahoo.com'],
    ['ada@yahoo.co.uk', 'ada-films@yahoo.co.uk'],
    ['ada@fastmail.com', 'films@ada.fastmail.com', 'ada+x@fastmail.com'],
    ['ada@outlook.com', 'ada+x@outlook.com'],
    ['ada@example.com', 'ADA+films@Example.com'],
  ])('returns one spelling for %s and its other spellings', (address, ...others) => {
    for (const other of others) expect(mailboxOf(other)).toBe(mailboxOf(address));
  });

  it('keeps addresses apart that may belong to different people', () => {
    const addresses = [
      'ada@example.com',
      'a.da@example.com',
      'a-da@example.com',
      'ada@outlook.com',
      'a.da@outlook.com',
      'ada@hotmail.com',
      'ada@yahoo.com',
      'ada@yahoo.co.uk',
      'ada@fastmail.com',
      'ada@fastmail.fm',
      'ada@films.example.com',
      'ada@icloud.com',
      '+ada@example.com',
      '+bob@example.com',
      '-ada@yahoo.com',
      'ada.l@yandex.ru',
      'adal@yandex.ru',
    ];
    expect(new Set(addresses.map(mailboxOf)).size).toBe(addresses.length);
  });
});
