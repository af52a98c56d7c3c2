import { AppError } from '#src/core/errors.ts';
import { readBody } from './report-body.ts';
import type { Report } from './report-facts.ts';
import { readItemReport } from './shapes/emby.ts';
import { readJellyfin } from './shapes/jellyfin.ts';
import { readKodi } from './shapes/kodi.ts';
import { readPlex } from './shapes/plex.ts';
import { readTemplate } from './shapes/template.ts';

export type { Report };

const SHAPES = [readPlex, readJellyfin, readItemReport, readKodi, readTemplate];

/** PostgreSQL stores neither the character 0 nor half of a pair of surrogates. */
const isStorable = (text: string | null): boolean =>
  text === null || (text.isWellFormed() && !text.includes('\0'));

/**
 * Reads one report.
 * @returns null for a shape that no server is known to send, and for text that cannot be stored.
 * @throws AppError bad_request for a body that is no report at all.
 */
export async function readReport(contentType: string, body: Buffer): Promise<Report | null> {
  const objects = await readBody(contentType, body);
  if (objects.length === 0) throw new AppError('bad_request');
  for (const fields of objects)
    for (const read of SHAPES) {
      const report = read(fields);
      if (report === null) continue;
      const { server, accountName, title, hint } = report;
      const texts = [server, accountName, title, hint?.title ?? null, hint?.originalTitle ?? null];
      return texts.every(isStorable) ? report : null;
    }
  return null;
}
