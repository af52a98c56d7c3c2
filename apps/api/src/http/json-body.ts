import fp from 'fastify-plugin';
import { AppError } from '#src/core/errors.ts';

const FORBIDDEN_KEYS = ['__proto__', 'constructor'];
/**
 * The largest number of fields in one object, more than any call has. Without this limit, a validation error
 * could name very many unknown fields.
 */
const FIELDS_MAX = 200;

/**
 * Returns whether an object has too many fields or an unsafe key. Uses no recursion, because a body of 256 kB
 * can nest deeper than the call stack.
 */
function isHostile(body: unknown): boolean {
  const open: unknown[] = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (FORBIDDEN_KEYS.some((key) => Object.hasOwn(value, key))) return true;
    const inner = Object.values(value);
    if (!Array.isArray(value) && inner.length > FIELDS_MAX) return true;
    for (const each of inner) open.push(each);
  }
  return false;
}

/** Parses JSON bodies. Treats an empty body as a missing body. */
export const jsonBody = fp(async (app) => {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      const body: unknown = JSON.parse(String(text));
      return isHostile(body) ? done(new AppError('bad_request')) : done(null, body);
    } catch (cause) {
      return done(new AppError('bad_request', { cause }));
    }
  });
});
