import { KeyScope, type PersonalKey } from '@marquee/contracts';
import type { KeyRow } from './keys.repository.ts';

const toDay = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

export const mapKey = (row: KeyRow): PersonalKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.map((scope) => KeyScope.parse(scope)),
  prefix: row.prefix,
  created_at: row.createdAt.toISOString(),
  last_used_on: toDay(row.lastUsedOn),
  expires_on: toDay(row.expiresOn),
});
