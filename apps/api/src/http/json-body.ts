import fp from 'fastify-plugin';
import { AppError } from '#src/core/errors.ts';
import { createShapeCheck } from '#src/core/json-shape.ts';

const FORBIDDEN_KEYS = ['__proto__', 'constructor'];
/**
 * More than any call has. Without these limits, a body of 256 kB with many names of fields or small values takes the parser
 * twenty times as long as one text, and a validation error could name all of them.
 */
export const BODY_SHAPE = { fields: 200, parts: 10_000, values: 25_000 };
/** A notification of a store is an envelope around one signed text. Anybody can send one, so nothing larger is parsed. */
export const SIGNED_SHAPE = { fields: 50, parts: 100, values: 100 };

/** Returns whether an object has an unsafe key. */
function isHostile(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return FORBIDDEN_KEYS.some((key) => Object.hasOwn(body, key)) || Object.values(body).some(isHostile);
}

/** Parses JSON bodies. Treats an empty body as a missing body. */
export const jsonBody = fp(async (app) => {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined);
    const isSigned = request.routeOptions.config.contract?.access === 'signed';
    if (createShapeCheck(isSigned ? SIGNED_SHAPE : BODY_SHAPE)(String(text)))
      return done(new AppError('bad_request'));
    try {
      const body: unknown = JSON.parse(String(text));
      return isHostile(body) ? done(new AppError('bad_request')) : done(null, body);
    } catch (cause) {
      return done(new AppError('bad_request', { cause }));
    }
  });
});
