import { EXPORT_LINK_HOURS } from '@marquee/contracts';
import type { Secrets } from '#src/core/secrets.ts';

const USE = 'monthly-export';
const HOUR_S = 3_600;

/** Returns the code of a mailed link. It says whose export it opens and until when, so nothing is stored for it. */
export const writeExportCode = (secrets: Pick<Secrets, 'sign'>, userId: number, mailedAt: Date): string =>
  secrets.sign(USE, `${userId}-${Math.floor(mailedAt.getTime() / 1_000) + EXPORT_LINK_HOURS * HOUR_S}`);

/** Returns whether the code opens the export of this user now. */
export function opensExport(secrets: Pick<Secrets, 'verify'>, userId: number, code: string): boolean {
  const [owner, end] = secrets.verify(USE, code)?.split('-').map(Number) ?? [];
  return owner === userId && end !== undefined && end * 1_000 > Date.now();
}
