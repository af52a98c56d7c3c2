import { MESSAGES, NewPassword } from '@marquee/contracts';
import { fieldError } from '#src/core/errors.ts';
import { once } from '#src/core/once.ts';

const KEPT = 3_000;

/**
 * Reads the most common passwords that satisfy the rule for new passwords, in lower case. Source: the
 * dictionary of zxcvbn, which is ordered by frequency (Wheeler: zxcvbn, USENIX Security 2016).
 */
async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = new Set<string>();
  for (const password of dictionary['passwords-common']) {
    if (NewPassword.safeParse(password).success) common.add(password.toLowerCase());
    if (common.size === KEPT) break;
  }
  return common;
}

/** The common passwords, which the first check of a new password reads. Reading takes 0.2 s of CPU time. */
const common = once(readCommon);

/** @throws AppError `invalid` for a common password, in upper or lower case. */
export async function refuseCommon(password: string): Promise<void> {
  if ((await common()).has(password.toLowerCase())) throw fieldError('password', MESSAGES.passwordCommon);
}
