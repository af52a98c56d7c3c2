import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Env } from '#src/env.ts';
import { toLoggedError } from './log-error.ts';

/** Size of the buffer for lines that cannot be written. Further lines are dropped. */
const LOG_WAITING_MAX_BYTES = 1_000_000;

/**
 * Opens standard output. Lines are buffered until a write succeeds, because a full disk must not end the
 * process.
 */
function openLogOutput() {
  const output = pino.destination({ dest: 1, maxLength: LOG_WAITING_MAX_BYTES });
  output.on('error', () => {
    // At exit, `flushSync` would repeat the failed write without end.
    output.flushSync = () => undefined;
  });
  return output;
}

/** Logs contain ids, never addresses, names, tokens or bodies. */
export function createLogger(env: Pick<Env, 'NODE_ENV'>): FastifyBaseLogger {
  const options = {
    level: env.NODE_ENV === 'test' ? 'silent' : 'info',
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: (error: unknown) => toLoggedError(error) },
  };
  if (env.NODE_ENV !== 'development') return pino(options, openLogOutput());
  const pretty = { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' };
  return pino({ ...options, transport: { target: 'pino-pretty', options: pretty } });
}
