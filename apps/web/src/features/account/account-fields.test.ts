import { expect, test } from 'vitest';
import { makeUser } from '../../../test/server.ts';
import { changesOf, fieldsOf, toPhoneNumber } from './account-fields.ts';

test.each([
  ['5035550142', '5035550142'],
  ['+1 (503) 555-0142', '5035550142'],
  ['12345678901234', '2345678901'],
  ['1234', '1234'],
  ['none', ''],
])('toPhoneNumber keeps at most ten digits without the country code 1: %s becomes %s', (typed, number) => {
  expect(toPhoneNumber(typed)).toBe(number);
});

test('changesOf returns the fields that differ after trimming, and the emptied fields', () => {
  const user = makeUser({ first_name: 'Ada', last_name: 'Lovelace', gender: 'female' });
  const fields = fieldsOf(user);
  expect(changesOf(user, { ...fields, first_name: ' Ada ' })).toBeNull();
  expect(changesOf(user, { ...fields, last_name: ' ', gender: '' })).toEqual({ last_name: '', gender: '' });
});
