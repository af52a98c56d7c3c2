import type { User } from '@marquee/contracts';
import { PHONE_MAX } from '@marquee/contracts/constants';
import type { UserChange } from './api.ts';

/** The fields of the account form. An unknown value is an empty string. */
export interface AccountFields {
  first_name: string;
  last_name: string;
  email: string;
  gender: '' | 'male' | 'female';
  birthdate: string;
  phone_number: string;
}

const NAMES = ['first_name', 'last_name', 'email', 'gender', 'birthdate', 'phone_number'] as const;

export function fieldsOf(user: User): AccountFields {
  return {
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
    email: user.email,
    gender: user.gender ?? '',
    birthdate: user.birthdate ?? '',
    phone_number: user.phone_number ?? '',
  };
}

/** Returns the changed fields, trimmed, in the format of the API. Returns null when nothing has changed. */
export function changesOf(user: User, fields: AccountFields): UserChange | null {
  const before = fieldsOf(user);
  const changed = NAMES.map((name) => [name, fields[name].trim()] as const).filter(
    ([name, value]) => value !== before[name],
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** Returns at most ten digits of the input, without the country code 1. */
export function toPhoneNumber(text: string): string {
  return text
    .replace(/\D/g, '')
    .replace(new RegExp(`^1(?=\\d{${PHONE_MAX}})`), '')
    .slice(0, PHONE_MAX);
}
