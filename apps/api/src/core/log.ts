import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Env } from '#src/env.ts';
import { toLoggedError } from './log-error.ts';

/** Lines that cannot be written wait up to this size; further lines are dropped. */
const LOG_WAITING_MAX_BYTES = 1_000_000;

/** Standard output. A full disk behind it must not end the process: lines are written when there is room again. */
function openLogOutput() {
  const output = pino.destination({ dest: 1, maxLength: LOG_WAITING_MAX_BYTES });
  output.on('error', () => {
    // At the exit of the process it would repeat the failed write without end.
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
