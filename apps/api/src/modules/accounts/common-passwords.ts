import { MESSAGES, NewPassword } from '@marquee/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldError } from '#src/core/errors.ts';

const KEPT = 3_000;

/**
 * The most common passwords that satisfy the rule for new passwords, in lower case. Source: the dictionary of
 * zxcvbn, which is ordered by frequency (Wheeler: zxcvbn, USENIX Security 2016).
 */
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => NewPassword.safeParse(password).success)
    .slice(0, KEPT)
    .map((password) => password.toLowerCase()),
);

/** @throws AppError invalid for a common password; case does not count. */
export function refuseCommon(password: string): void {
  if (common.has(password.toLowerCase())) throw fieldError('password', MESSAGES.passwordCommon);
}
