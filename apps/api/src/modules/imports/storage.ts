// What imports may store. The figures are those of `marquee_import_bytes`, measured when the state of an import changes, and in
// between the sizes of the rows that a reader adds.
import { IMPORT_STORED_BYTES } from '@marquee/contracts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import type { ImportsRepository } from './imports.repository.ts';
import { UnreadableFile } from './records.ts';

/** What the imports of all accounts without a proven address may store together. */
const UNPROVEN_BYTES_MAX = 2 * 2 ** 30;

const sentence = (max: number, isProven: boolean): string =>
  `Your imports together can take at most ${max / 2 ** 20} MB of storage. ${
    isProven
      ? 'Undo an import to make room, or wait: an import counts for 30 days.'
      : 'Confirm your email address to have more, or import a smaller file.'
  }`;

/**
 * Returns a function that refuses more than the account may store. The number of rows is capped by the trigger
 * `user_import_rows_cap`, whose count `user_import_rows_uncount` lowers.
 */
export async function createStorageCheck(email: Pick<EmailService, 'getStanding'>, userId: number) {
  const isProven = (await email.getStanding(userId)) !== 'unproven';
  const max = IMPORT_STORED_BYTES[isProven ? 'proven' : 'unproven'];
  /** @throws UnreadableFile limit_reached */
  return async (imports: Pick<ImportsRepository, 'sumBytes'>): Promise<void> => {
    if ((await imports.sumBytes(userId)) > max)
      throw new UnreadableFile(sentence(max, isProven), 'limit_reached');
  };
}

/** Deletes imports of accounts without a proven address until these accounts store no more than they may. */
export async function makeRoom(
  imports: Pick<ImportsRepository, 'findOverflow' | 'deleteUnconfirmed'>,
): Promise<void> {
  for (
    let row = await imports.findOverflow(UNPROVEN_BYTES_MAX);
    row;
    row = await imports.findOverflow(UNPROVEN_BYTES_MAX)
  )
    await imports.deleteUnconfirmed(row);
}
