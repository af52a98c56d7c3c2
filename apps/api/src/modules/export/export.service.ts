import { addAbortSignal, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#src/core/errors.ts';
import type { Secrets } from '#src/core/secrets.ts';
import type { Caller } from '#src/http/authentication.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { FreshSession } from '#src/modules/accounts/fresh-session.ts';
import type { HistoryCsvService, HistoryFormat } from '#src/modules/imports/history-csv.service.ts';
import type { ExportRepository } from './export.repository.ts';
import { opensExport } from './export-code.ts';
import type { ExportLocks } from './export-lock.repository.ts';
import type { Pages } from './export-pages.ts';

/** Longest duration of an export in milliseconds. A slower download is aborted. */
const LONGEST_MS = 10 * 60_000;
const RETRY_AFTER_S = 10;
/** A slow database is no reason to rest longer. */
const REST_MAX_MS = 50;

interface Dependencies {
  exports: ExportRepository;
  exportLocks: ExportLocks;
  limits: Pick<Limits, 'take'>;
  historyCsv: HistoryCsvService;
  freshSession: Pick<FreshSession, 'require'>;
  secrets: Pick<Secrets, 'verify'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Converts every key to snake case (`createdAt` to `created_at`), at every depth. Dates become ISO 8601. */
function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toWireKey(key), toWire(inner)]));
}

const toWireKey = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isPages = (value: unknown): value is Pages =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Writes JSON in chunks. `Pages` become arrays, one chunk per page. */
async function* writeJson(value: object): AsyncGenerator<string> {
  let separator = '{';
  for (const [key, inner] of Object.entries(value)) {
    yield `${separator}${JSON.stringify(toWireKey(key))}:`;
    separator = ',';
    if (isPages(inner)) yield* writePages(inner);
    else yield JSON.stringify(toWire(inner));
  }
  yield separator === '{' ? '{}' : '}';
}

async function* writePages(pages: Pages): AsyncGenerator<string> {
  let separator = '[';
  for await (const rows of pages) {
    if (rows.some((row) => Object.values(row).some(isPages))) {
      for (const row of rows) {
        yield separator;
        separator = ',';
        yield* writeJson(row);
      }
    } else {
      yield separator + rows.map((row) => JSON.stringify(toWire(row))).join();
      separator = ',';
    }
  }
  yield separator === '[' ? '[]' : ']';
}

/** Rests after each chunk as long as it took, so that calls of others find the thread idle most of the time. */
async function* withRests(chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  for (let begun = performance.now(); ; begun = performance.now()) {
    const chunk = await chunks.next();
    if (chunk.done) return;
    const tookMs = performance.now() - begun;
    yield chunk.value;
    await sleep(Math.min(tookMs, REST_MAX_MS));
  }
}

export function createExportService(deps: Dependencies) {
  const { exports, exportLocks, limits, historyCsv, freshSession, secrets, log } = deps;
  async function* write(userId: number): AsyncGenerator<string> {
    const user = await exports.get(userId);
    yield `{"exported_at":${JSON.stringify(new Date())},"user":`;
    yield* writeJson(user);
    // When the account is deleted during the export, later rows are missing. Stop instead of sending an incomplete
    // file.
    if (!(await exports.exists(userId))) throw new AppError('unauthorized');
    yield '}';
  }

  return {
    /**
     * Whoever can open the mail may hold a session that is long forgotten, so a mailed link needs the password.
     * @throws AppError `invalid_code` for a link that has ended or is another user's, `password_needed`.
     */
    async requireLink(caller: Caller, code: string): Promise<void> {
      if (!opensExport(secrets, caller.userId, code)) throw new AppError('invalid_code');
      await freshSession.require(caller);
    },

    /**
     * Streams a file from the database. A failure destroys the stream before its end.
     * @param format `json`: all stored data except hashes of secrets. Every other format: ratings and views
     * as CSV.
     * @throws AppError too_many_requests while another export of the user runs, and over the limit.
     */
    async exportUser(
      { userId }: Pick<Caller, 'userId'>,
      format: 'json' | HistoryFormat = 'json',
    ): Promise<Readable> {
      const lost = new AbortController();
      const release = await exportLocks.take(userId, () => lost.abort());
      if (release === null)
        throw new AppError('too_many_requests', {
          message: 'Your data is being exported already. Please try again when that export has ended.',
          retryAfter: RETRY_AFTER_S,
        });
      try {
        await limits.take('exports', String(userId));
      } catch (error) {
        await release();
        throw error;
      }
      const file = Readable.from(
        withRests(format === 'json' ? write(userId) : historyCsv.write(userId, format)),
      );
      file.once('close', () => {
        release().catch((err: unknown) => log.error({ err }, 'the lock of an export was not released'));
      });
      return addAbortSignal(AbortSignal.any([lost.signal, AbortSignal.timeout(LONGEST_MS)]), file);
    },
  };
}

export type ExportService = ReturnType<typeof createExportService>;
