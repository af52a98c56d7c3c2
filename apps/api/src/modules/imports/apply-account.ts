import { AccountSettings, DEFAULTS, SETTINGS_BY_COLUMN } from './account-settings.ts';
import type { ImportRow } from './imports.repository.ts';
import type { Choices } from './records.ts';
import type { ImportRepos } from './work-context.ts';

const QUIET_HOURS = ['quietFrom', 'quietTo'] as const;
type Name = keyof AccountSettings;

type Tx = Pick<ImportRepos, 'importChanges'>;

/** Returns the settings that pass. Quiet hours are one setting in two columns, so both are returned or neither. */
function pick(settings: AccountSettings, passes: (name: Name) => boolean): AccountSettings {
  const isWhole = QUIET_HOURS.every((name) => name in settings && passes(name));
  const isQuiet = (name: string): boolean => QUIET_HOURS.some((each) => each === name);
  const names = AccountSettings.keyof().options.filter((name) => name in settings);
  const kept = names.filter((name) => (isQuiet(name) ? isWhole : passes(name)));
  return AccountSettings.parse(Object.fromEntries(kept.map((name) => [name, settings[name]])));
}

/** Applies the providers, genres, filters and settings of a Marquee export. */
export async function applyAccount(tx: Tx, row: ImportRow, choices: Choices): Promise<void> {
  await tx.importChanges.saveChoices(row, choices);
  const given = AccountSettings.safeParse(
    Object.fromEntries(
      Object.entries(choices.account).map(([column, value]) => [SETTINGS_BY_COLUMN.get(column), value]),
    ),
  );
  if (!given.success) return;
  const current = await tx.importChanges.getAccount(row.userId);
  // A setting that the user has changed stays.
  const isNew = (name: Name): boolean => current[name] === DEFAULTS[name];
  const after = pick(given.data, isNew);
  if (Object.keys(after).length === 0) return;
  await tx.importChanges.updateAccount(row.userId, after);
  await tx.importChanges.noteAccount(
    row,
    pick(current, (name) => name in after),
    after,
  );
}

/** Restores settings. A setting that was changed after the import keeps its value. */
export async function undoAccount(tx: Tx, row: ImportRow): Promise<void> {
  const change = await tx.importChanges.findAccountChange(row);
  if (!change) return;
  const after = AccountSettings.parse(change.after);
  const current = await tx.importChanges.getAccount(row.userId);
  const before = pick(AccountSettings.parse(change.before), (name) => current[name] === after[name]);
  if (Object.keys(before).length > 0) await tx.importChanges.updateAccount(row.userId, before);
}
