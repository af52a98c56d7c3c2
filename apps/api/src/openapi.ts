import * as contracts from '@marquee/contracts';
import { type RouteContract, routes } from '@marquee/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

const named = z.registry<{ id: string }>();
for (const [name, value] of Object.entries(contracts)) {
  if (value instanceof z.ZodObject) named.add(value, { id: name });
}

/** `#/$defs/X`, as zod writes it, is `#/components/schemas/X` here. */
const relink = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** What we send. Entities become components, which are collected in `components`. */
function describeReply(reply: z.ZodType, components: Json): Json {
  const {
    $defs,
    $schema: _,
    ...schema
  } = z.toJSONSchema(reply, {
    io: 'output',
    metadata: named,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      // Fields may be added at any time (api.md section 1.3).
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = relink({ ...definition });
  return relink(schema);
}

/** What we take. */
function describeInput(input: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schema;
}

function describeParameters(where: 'path' | 'query', input: z.ZodType | undefined): Json[] {
  if (!input) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }));
}

const REASONS: Record<number, string> = { 200: 'OK', 201: 'Created', 204: 'Done', 503: 'Not ready' };

function describeReplies(contract: RouteContract, components: Json): Json {
  const described = Object.entries(contract.replies).map(([status, reply]) => {
    const description = REASONS[Number(status)] ?? 'Reply';
    if (reply === null) return [status, { description }];
    const content =
      reply === 'text'
        ? { 'text/plain': { schema: { type: 'string' } } }
        : { 'application/json': { schema: describeReply(reply, components) } };
    return [status, { description, content }];
  });
  return { ...Object.fromEntries(described), default: { $ref: '#/components/responses/Error' } };
}

const ACCESS_NOTE: Record<RouteContract['access'], string> = {
  public: 'Public.',
  token: 'Needs an access token (else 401).',
  member: 'Needs an access token (else 401) with trial or subscription (else 402).',
  signed: 'For machines: verified by signature (else 400).',
  operations: 'For operators: loopback or METRICS_TOKEN.',
};

/** The whole contract table as one OpenAPI 3.1 document, whether its calls are served already or not. */
export function createOpenApi(): Json {
  const components: Json = {};
  const error = describeReply(contracts.ErrorBody, components);
  const paths: Record<string, Json> = {};
  for (const [key, route] of Object.entries(routes)) {
    const contract: RouteContract = route;
    const [method = '', path = ''] = key.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        tags: [contract.tag],
        summary: contract.summary,
        description: ACCESS_NOTE[contract.access],
        operationId: key
          .replace(/[^A-Za-z0-9]+/g, '_')
          .replace(/_$/, '')
          .toLowerCase(),
        ...((contract.access === 'token' || contract.access === 'member') && { security: [{ token: [] }] }),
        parameters: [
          ...describeParameters('path', contract.params),
          ...describeParameters('query', contract.query),
        ],
        ...(contract.body && {
          requestBody: {
            required: contract.bodyOptional !== true,
            content: { 'application/json': { schema: describeInput(contract.body) } },
          },
        }),
        responses: describeReplies(contract, components),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marquee',
      version: '1',
      description:
        'What to watch tonight, and on which of your streaming services. Every path answers with and without `.json`.',
    },
    tags: [...new Set(Object.values(routes).map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: {
        Error: { description: 'Any error', content: { 'application/json': { schema: error } } },
      },
    },
  };
}
