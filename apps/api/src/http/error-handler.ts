import type { Socket } from 'node:net';
import { ERROR_STATUS, type ErrorCode } from '@marquee/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#src/core/errors.ts';
import { toCapError } from '#src/data/caps.ts';
import { isDatabaseDown, isForeignKeyViolation } from '#src/data/database.ts';

const CODE_OF_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'bad_request',
  // The file server answers 403 for a path outside its folder. Clients get the error for a missing file
  // instead.
  403: 'not_found',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'too_many_requests',
  431: 'too_large',
};
const RETRY_AFTER_S = 2;

/** Returns whether the client closed the connection before its body was complete, which nobody will see an answer to. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  // Node's error for it looks like that of a lost connection to the database.
  if (isAborted(request)) return new AppError('bad_request', { cause: error });
  if (isDatabaseDown(error)) return new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause: error });
  const overCap = toCapError(error);
  if (overCap) return overCap;
  // The row that the write referred to was deleted during the request.
  if (isForeignKeyViolation(error)) return new AppError('conflict', { cause: error });
  const status =
    error instanceof Error && 'statusCode' in error ? Number((error as FastifyError).statusCode) : 500;
  return new AppError(CODE_OF_STATUS[status] ?? (status < 500 ? 'bad_request' : 'internal_error'), {
    cause: error,
  });
}

/** Sends an error as envelope (docs/api.md#error-envelope). Writes the details only to the log. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error, request);
  // Work that waited for a client that has left is dropped, and nothing has failed.
  const hasLeft = known.code === 'unavailable' && request.raw.socket.destroyed;
  if (known.status >= ERROR_STATUS.internal_error && !hasLeft) {
    request.log.error({ err: known.cause ?? known, code: known.code }, 'request failed');
  }
  // The connection closes, because the rest of a refused upload is not read.
  if (request.routeOptions.config.contract?.upload && !request.raw.complete)
    reply.header('connection', 'close');
  // HTTP asks every 401 to name the scheme (RFC 9110, section 11.6.1). Browsers show no dialog of their own for this one.
  if (known.status === ERROR_STATUS.unauthorized) reply.header('www-authenticate', 'Bearer');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  const body =
    known.code === 'internal_error' ? { ...known.toBody(), request_id: request.id } : known.toBody();
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** The replies to errors of Node's HTTP parser, by the code of the error. */
const UNREADABLE: Record<string, { line: string; code: ErrorCode; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: 'The address or the headers of this request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    code: 'bad_request',
    message: 'The request did not arrive in time. Please try again.',
  },
};
const GARBLED = {
  line: '400 Bad Request',
  code: 'bad_request',
  message: 'This request could not be read.',
} as const;

/**
 * Writes status line and envelope to the socket. Fastify's `clientErrorHandler` needs this function, because
 * that handler has no reply object.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { line, code, message } = UNREADABLE[error.code ?? ''] ?? GARBLED;
  const body = JSON.stringify({ error: code, message });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${line}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n' +
        `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

export const errorHandler = fp(async (app) => {
  app.setErrorHandler(sendError);
});
