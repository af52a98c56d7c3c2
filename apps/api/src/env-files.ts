// Reads secrets from files, as container platforms mount them.
import { readFileSync } from 'node:fs';
import { EnvError } from './env-error.ts';

/**
 * Returns the content of the file that the variable `<name>_FILE` names, or undefined when the variable is
 * not set.
 * @throws EnvError when the file cannot be read.
 */
export function readFileVariable(
  source: Record<string, string | undefined>,
  name: string,
): string | undefined {
  const path = source[`${name}_FILE`];
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new EnvError(`${name}_FILE: ${path} cannot be read`, { cause });
  }
}

/** Puts the password into an address without a password. Any character is allowed. */
export function withPassword(address: string | undefined, password: string | undefined): string | undefined {
  if (address === undefined || password === undefined) return address;
  const url = new URL(address);
  if (url.password === '') url.password = encodeURIComponent(password);
  return url.href;
}
