import { StripeFault } from '../core/errors.ts';

function keyOf(header: string): string {
  const [scheme = '', value = ''] = header.split(' ');
  if (/^bearer$/i.test(scheme)) return value;
  if (/^basic$/i.test(scheme)) return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
  return '';
}

const masked = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;

/**
 * Throws unless `header` has a valid key (Bearer token or Basic user name). With null as `expected`, every
 * test key is valid.
 */
export function authenticate(header: string | undefined, expected: string | null): void {
  const key = keyOf(header ?? '');
  if (key === '') {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
    throw new StripeFault(401, 'invalid_request_error', message);
  }
  const isAccepted = expected === null ? /^(sk|rk)_test_./.test(key) : key === expected;
  if (!isAccepted)
    throw new StripeFault(401, 'invalid_request_error', `Invalid API Key provided: ${masked(key)}`);
}
