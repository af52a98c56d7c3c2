import * as contracts from '@marquee/contracts';
import { type RouteContract, routes } from '@marquee/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

const named = z.registry<{ id: string }>();
for (const [name, value] of Object.entries(contracts)) {
  if (value instanceof z.ZodObject) named.add(value, { id: name });
}

/** Renames references: Zod writes `#/$defs/X`, but OpenAPI needs `#/components/schemas/X`. */
const relink = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Returns the schema of a reply. Entities become components, which are collected in `components`. */
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
      // Replies may get new fields at any time (docs/api.md#fields).
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = relink({ ...definition });
  return relink(schema);
}

/** Returns the schema of an input. */
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

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Done',
  503: 'Not ready',
};

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
  const error = { $ref: '#/components/responses/Error' };
  return { ...Object.fromEntries(described), '4XX': error, '5XX': error };
}

const TAGS: Record<string, string> = {
  Account: 'Sign-up, sign-in, the signed-in user, recovery and deletion.',
  Plans: 'Plans, checkout and the state of a subscription.',
  Webhooks: 'Notifications from payment processors, verified by their signatures.',
  Titles: 'Movies and series: recommendations, rows, search, one title, people.',
  Ratings: 'Ratings, tags and hidden titles.',
  Interactions: 'Followed provider links, and whether the user watched the title.',
  Tonight: 'Titles for this evening, by length and mood.',
  News: 'What is new for a member.',
  Rounds: 'Two to six people choose a title together.',
  Watched: 'What a media server reports as watched.',
  'Worth it': 'What each streaming service is worth to the caller, and its price.',
  Lists: 'Lists, their titles, sharing and invitations.',
  'Services and genres': 'Streaming services and genres, and the caller’s selection.',
  Imports: 'Histories from other services: upload, preview, confirmation and undo.',
  Messages: 'Feedback and contact.',
  Operations: 'Health, metrics and one-click unsubscribe.',
};

/**
 * The required access, as text and as a security requirement of OpenAPI. An empty requirement means that no
 * token is needed.
 */
const ACCESS: Record<RouteContract['access'], { description: string; security: Json[] }> = {
  public: { description: 'Public.', security: [{}, { token: [] }] },
  round: {
    description: 'Needs the token of a member or guest of the round (else 404).',
    security: [{ token: [] }],
  },
  token: { description: 'Needs an access token (else 401).', security: [{ token: [] }] },
  member: {
    description: 'Needs an access token (else 401) with trial or subscription (else 402).',
    security: [{ token: [] }],
  },
  signed: { description: 'For machines: verified by signature (else 400).', security: [{}] },
  operations: {
    description:
      'For operators: METRICS_TOKEN, or outside production a direct connection from the same machine.',
    security: [{}, { operations: [] }],
  },
};

/** Returns the whole contract table as one OpenAPI 3.1 document, including calls that are not served. */
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
        ...ACCESS[contract.access],
        operationId: key
          .replace(/[^A-Za-z0-9]+/g, '_')
          .replace(/_$/, '')
          .toLowerCase(),
        parameters: [
          ...describeParameters('path', contract.params),
          ...describeParameters('query', contract.query),
        ],
        ...(contract.upload && {
          requestBody: {
            required: true,
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
        }),
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
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'What to watch tonight, and on which of your streaming services. Every path answers with and without `.json`.',
    },
    servers: [{ url: '/', description: 'The origin that serves this document' }],
    tags: [...new Set(Object.values(routes).map((route) => route.tag))].map((name) => ({
      name,
      description: TAGS[name],
    })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        operations: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
      },
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: {
        Error: { description: 'Any error', content: { 'application/json': { schema: error } } },
      },
    },
  };
}
