import { ERROR_STATUS, type ErrorCode } from '@marquee/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isDatabaseDown } from '#src/database.ts';
import { AppError } from '#src/errors.ts';

const CODE_OF_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'too_many_requests',
  431: 'too_large',
};
const RETRY_AFTER_S = 2;

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseDown(error)) return new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause: error });
  const status =
    error instanceof Error && 'statusCode' in error ? Number((error as FastifyError).statusCode) : 500;
  return new AppError(CODE_OF_STATUS[status] ?? (status < 500 ? 'bad_request' : 'internal_error'), {
    cause: error,
  });
}

/** Sends any error as the envelope of api.md section 1.4; what went wrong inside stays in the log. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  if (known.status >= ERROR_STATUS.internal_error) {
    request.log.error({ err: known.cause ?? known, code: known.code }, 'request failed');
  }
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  const body =
    known.code === 'internal_error' ? { ...known.toBody(), request_id: request.id } : known.toBody();
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

export const errorHandler = fp(async (app) => {
  app.setErrorHandler(sendError);
});
