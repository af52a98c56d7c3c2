import { Readable } from 'node:stream';
import {
  bodyLimitOf,
  type RouteContract,
  type RouteKey,
  type Routes,
  routes,
  toFieldErrors,
} from '@marquee/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { AppError } from '#src/core/errors.ts';
import { type WithTexts, writeJson } from '#src/core/json-text.ts';
import { readLanguages } from '#src/core/languages.ts';
import type { Caller } from './authentication.ts';
import { addVary } from './vary.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    contract?: RouteContract;
    /** Whether a request outside the contract counts as a call, because it can cost as much. */
    countsAsCall?: boolean;
  }
}

type Parsed<R, K extends string> = R extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.output<S> : S extends 'text' ? string : undefined;
type Answer<R> = R extends { replies: infer Replies }
  ? { [S in keyof Replies]: Sent<Replies[S]> }[keyof Replies]
  : never;
type CallerOf<R> = R extends { access: 'token' | 'member' | 'feed' } ? Caller : Caller | null;

export interface Call<K extends RouteKey> {
  /** The user of the request, or null for a visitor. Routes that need a token refuse visitors. */
  caller: CallerOf<Routes[K]>;
  params: Parsed<Routes[K], 'params'>;
  query: Parsed<Routes[K], 'query'>;
  body: Parsed<Routes[K], 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Returns the body of the reply, whose titles may be texts, or undefined for 204. A stream has the content type that
 * the handler sets.
 */
export type Handler<K extends RouteKey> = (call: Call<K>) => Promise<WithTexts<Answer<Routes[K]>> | Readable>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Validates with Zod. An invalid path parameter causes 404, and every other error contains the names of the
 * invalid fields.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    if (httpPart === 'querystring' && isObject(data)) {
      const repeated = Object.keys(data).find((key) => Array.isArray(data[key]));
      if (repeated)
        return { error: new AppError('invalid', { errors: { [repeated]: ['Please send this only once'] } }) };
    }
    // Fastify passes null for a missing body.
    const result = schema.safeParse(httpPart === 'body' ? (data ?? undefined) : data);
    if (result.success) return { value: result.data };
    if (httpPart === 'params') return { error: new AppError('not_found') };
    return { error: new AppError('invalid', { errors: toFieldErrors(result.error.issues) }) };
  };
};

const toSchema = (reply: z.ZodType | null | 'text'): z.ZodType =>
  reply === null ? z.undefined() : reply === 'text' ? z.string() : reply;

/** Returns whether a reply has titles, whose `local_title` depends on the caller's languages. */
function hasTitles(reply: unknown): boolean {
  if (reply instanceof z.ZodObject)
    return 'local_title' in reply.shape || Object.values(reply.shape).some(hasTitles);
  if (reply instanceof z.ZodArray) return hasTitles(reply.element);
  if (reply instanceof z.ZodUnion) return reply.options.some(hasTitles);
  if (reply instanceof z.ZodNullable || reply instanceof z.ZodOptional) return hasTitles(reply.unwrap());
  return false;
}

/** Registers one call of the contract table with its `access` and its schemas. */
export function serve<K extends RouteKey>(app: FastifyInstance, key: K, handler: Handler<K>): void {
  const contract: RouteContract = routes[key];
  const [method = 'GET', path = ''] = key.split(' ');
  // The default status of a reply is the lowest status of the contract.
  const success = Number(Object.keys(contract.replies)[0]);
  const isLocalized = Object.values(contract.replies).some(hasTitles);
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { contract },
    bodyLimit: bodyLimitOf(contract),
    schema: {
      tags: [contract.tag],
      summary: contract.summary,
      ...(contract.access === 'token' || contract.access === 'member' || contract.access === 'round'
        ? { security: [{ token: [] }] }
        : {}),
      ...(contract.params && { params: contract.params }),
      // Without a query schema, a repeated query key is refused too.
      querystring: contract.query ?? z.object({}),
      ...(contract.body && { body: contract.bodyOptional ? contract.body.optional() : contract.body }),
      response: Object.fromEntries(
        Object.entries(contract.replies).map(([status, reply]) => [status, toSchema(reply)]),
      ),
    },
    preValidation: async (request) => {
      if (contract.body && !contract.bodyOptional && request.body === undefined)
        throw new AppError('bad_request');
    },
    handler: async (request, reply) => {
      reply.code(success);
      if (isLocalized) addVary(reply, 'Accept-Language');
      const call = {
        caller: request.caller,
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
      };
      // Fastify does not infer the types that the validator has checked, so the type is asserted here.
      const answer = await handler(call as Call<K>);
      if (answer === undefined) return reply.send();
      if (answer instanceof Readable) return reply.send(answer);
      if (!isLocalized) return reply.send(answer);
      reply.type('application/json; charset=utf-8');
      return reply.send(writeJson(answer, readLanguages(request.headers['accept-language'])));
    },
  });
}
