import { z } from 'zod';
import type { ImportRow } from './imports.repository.ts';
import type { Choices } from './records.ts';
import type { ImportRepos } from './work-context.ts';

const toCamel = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const Account = z
  .object({
    criticalRatingSource: z.enum(['metacritic', 'none']),
    addTagsWhileRating: z.boolean(),
    unavailableTitles: z.boolean(),
    hideSpoilers: z.boolean(),
    notifySharedList: z.boolean(),
    notifyAddedMediumToList: z.boolean(),
    notifyRemovedMediumFromList: z.boolean(),
    notifyDeletedList: z.boolean(),
    notifyAcceptedList: z.boolean(),
    notifyRateMovieWatched: z.boolean(),
  })
  .partial();

/** The default settings of an account. The import changes only settings that still have their default value. */
const DEFAULTS = new Map<string, unknown>([
  ['criticalRatingSource', 'none'],
  ['addTagsWhileRating', true],
  ['unavailableTitles', false],
  ['hideSpoilers', true],
  ['notifySharedList', true],
  ['notifyAddedMediumToList', true],
  ['notifyRemovedMediumFromList', true],
  ['notifyDeletedList', true],
  ['notifyAcceptedList', true],
  ['notifyRateMovieWatched', true],
]);

type Tx = Pick<ImportRepos, 'importChanges'>;

/** Applies the providers, genres, filters and settings of a Marquee export. */
export async function applyAccount(tx: Tx, row: ImportRow, choices: Choices): Promise<void> {
  await tx.importChanges.saveChoices(row, choices);
  const given = Object.entries(choices.account).map(([column, value]) => [toCamel(column), value] as const);
  const current = new Map<string, unknown>(Object.entries(await tx.importChanges.getAccount(row.userId)));
  const fresh = given.filter(
    ([name, value]) => current.get(name) === DEFAULTS.get(name) && value !== current.get(name),
  );
  const after = Account.safeParse(Object.fromEntries(fresh));
  if (!after.success || fresh.length === 0) return;
  const before = Account.parse(Object.fromEntries(fresh.map(([name]) => [name, current.get(name)])));
  await tx.importChanges.updateAccount(row.userId, defined(after.data));
  await tx.importChanges.noteAccount(row, defined(before), defined(after.data));
}

/** Restores settings. A setting that was changed after the import keeps its value. */
export async function undoAccount(tx: Tx, row: ImportRow): Promise<void> {
  const change = await tx.importChanges.findAccountChange(row);
  if (!change) return;
  const after = Account.parse(change.after);
  const current = new Map<string, unknown>(Object.entries(await tx.importChanges.getAccount(row.userId)));
  const unchanged = new Set(
    Object.entries(after).flatMap(([name, value]) => (current.get(name) === value ? [name] : [])),
  );
  const before = Object.entries(Account.parse(change.before)).filter(([name]) => unchanged.has(name));
  if (before.length > 0)
    await tx.importChanges.updateAccount(row.userId, defined(Account.parse(Object.fromEntries(before))));
}

/** Removes keys whose value is undefined, because the update type does not allow undefined. */
function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return JSON.parse(JSON.stringify(value));
}
