import * as contracts from '@marquee/contracts';
import { type ErrorCode, type RouteContract, routes } from '@marquee/contracts';
import { z } from 'zod';
import { exampleOf } from './openapi-examples.ts';

type Json = Record<string, unknown>;

const named = z.registry<{ id: string }>();
for (const [name, value] of Object.entries(contracts)) {
  if (value instanceof z.ZodObject) named.add(value, { id: name });
}

/** Renames references: Zod writes `#/$defs/X`, but OpenAPI needs `#/components/schemas/X`. */
const relink = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Adds what the contract says about a schema besides its checks. A value that travels as text has its own type. */
function addDescription(zodSchema: z.core.$ZodTypes, jsonSchema: Json): void {
  const known = contracts.described.get(zodSchema);
  if (!known) return;
  if (known.type) for (const key of ['pattern', 'allOf', 'enum']) delete jsonSchema[key];
  if (known.pattern) delete jsonSchema.allOf;
  Object.assign(jsonSchema, known);
}

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
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    metadata: z.registry(),
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => addDescription(zodSchema, jsonSchema),
  });
  return schema;
}

function describeParameters(where: 'path' | 'query', input: z.ZodType | undefined): Json[] {
  if (!input) return [];
  const { properties = {}, required = [] }: { properties?: Record<string, Json>; required?: string[] } =
    describeInput(input);
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    description,
    schema,
    example: Array.isArray(examples) ? examples[0] : undefined,
  }));
}

function describeBody(contract: RouteContract): Json {
  const { body, bodyOptional, reads } = contract;
  if (body) {
    const schema = describeInput(body);
    const content = { 'application/json': { schema, example: exampleOf(schema) } };
    return { requestBody: { required: bodyOptional !== true, content } };
  }
  if (!reads) return {};
  // A media type without a schema is binary in OpenAPI 3.1, so that generators accept any kind of file.
  const content = Object.fromEntries(reads.map((type) => [type, {}]));
  return { requestBody: { required: contract.tag !== 'Operations', content } };
}

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Done',
  304: 'Not modified',
};

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the call is repeated.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
};

const CHALLENGE = {
  'WWW-Authenticate': {
    description: 'The scheme of access tokens.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

/** Returns the reply of one status: a body of an error whose code is one of `codes`. */
function describeError(status: number, codes: readonly ErrorCode[]): Json {
  const [first = 'internal_error'] = codes;
  const example = {
    error: first,
    message: contracts.ERROR_MESSAGES[first],
    ...(first === 'invalid' && { errors: { email: [contracts.MESSAGES.emailRequired] } }),
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${contracts.ERROR_MESSAGES[code]}`).join('\n\n'),
    ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
    ...(status === 401 && { headers: CHALLENGE }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/ErrorBody' },
            { type: 'object', properties: { error: { enum: codes } } },
          ],
        },
        example,
      },
    },
  };
}

const text = (...types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));

function describeErrors(key: string, contract: RouteContract): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of contracts.errorsOf(key, contract)) {
    const status = contracts.ERROR_STATUS[code];
    byStatus.set(status, [...new Set([...(byStatus.get(status) ?? []), code])]);
  }
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const [only] = codes;
        // A page answers an unknown link with a page.
        if (status === 404 && contract.replies[200] === 'text' && contract.textType === 'text/html')
          return [status, { description: contracts.ERROR_MESSAGES.not_found, content: text('text/html') }];
        const shared = only !== undefined && SHARED_ERRORS.get(only)?.join() === codes.join();
        return [status, shared ? { $ref: `#/components/responses/${only}` } : describeError(status, codes)];
      }),
  );
}

/** Errors that most calls have in common, as responses of their own, each with the codes of its status. */
const SHARED_ERRORS = new Map<ErrorCode, readonly ErrorCode[]>([
  ['forbidden', ['forbidden', 'scope_missing']],
]);
for (const code of [
  'unauthorized',
  'subscription_required',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal_error',
  'unavailable',
] as const)
  SHARED_ERRORS.set(code, [code]);

function describeReplies(key: string, contract: RouteContract, components: Json): Json {
  const { textType, otherTypes } = contract;
  const described = Object.entries(contract.replies)
    .filter(([status]) => Number(status) < 400)
    .map(([status, reply]) => {
      const description = REASONS[Number(status)] ?? 'Reply';
      if (reply === null) return [status, { description }];
      if (reply === 'text')
        return [status, { description, content: text(textType ?? 'text/plain', ...(otherTypes ?? [])) }];
      const schema = describeReply(reply, components);
      const json = { 'application/json': { schema, example: exampleOf(schema, components) } };
      return [status, { description, content: { ...json, ...(textType && text(textType)) } }];
    });
  return { ...Object.fromEntries(described), ...describeErrors(key, contract) };
}

const TAGS: Record<string, string> = {
  Account: 'Sign-up, sign-in, the signed-in user, recovery and deletion.',
  Plans: 'Plans, checkout and the state of a subscription.',
  Webhooks: 'Notifications from payment processors, verified by their signatures.',
  Titles: 'Movies and series: recommendations, rows, search, one title, people.',
  Series: 'Episodes, progress in series, what comes next and when.',
  Ratings: 'Ratings, tags and hidden titles.',
  Interactions: 'Followed provider links, and whether the user watched the title.',
  Tonight: 'Titles for this evening, by length and mood.',
  News: 'What is new for a member.',
  Rounds: 'Two to six people choose a title together.',
  Keys: 'Personal keys for scripts and servers of the caller.',
  Push: 'Browsers that are told while the app is closed.',
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
  feed: { description: 'Needs the secret of a personal key in the address (else 404).', security: [{}] },
  operations: {
    description:
      'For operators: METRICS_TOKEN, or outside production a direct connection from the same machine.',
    security: [{}, { operations: [] }],
  },
};

const SCOPES: Record<RouteContract['scope'], { description: string[]; security: Json[] }> = {
  none: { description: [], security: [] },
  read: { description: ['Also with a personal key of the scope `read`.'], security: [{ key: ['read'] }] },
  write: { description: ['Also with a personal key of the scope `write`.'], security: [{ key: ['write'] }] },
  feed: { description: [], security: [] },
};

/** Calls of the API, and not pages and operators' addresses, are written with the suffix by older clients. */
const HAS_SUFFIX = /^\/(api|users)\//;

/** Returns the whole contract table as one OpenAPI 3.1 document, including calls that are not served. */
export function createOpenApi(): Json {
  const components: Json = {};
  describeReply(z.object({ error: contracts.ErrorBody }), components);
  const paths: Record<string, Json> = {};
  for (const [key, route] of Object.entries(routes)) {
    const contract: RouteContract = route;
    const [method = '', path = ''] = key.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        tags: [contract.tag],
        summary: contract.summary,
        description: [
          contract.description,
          ACCESS[contract.access].description,
          ...SCOPES[contract.scope].description,
          ...(HAS_SUFFIX.test(path) ? [`Also answers as \`${path}.json\`.`] : []),
        ].join(' '),
        security: [...ACCESS[contract.access].security, ...SCOPES[contract.scope].security],
        operationId: key
          .replace(/[^A-Za-z0-9]+/g, '_')
          .replace(/_$/, '')
          .toLowerCase(),
        parameters: [
          ...describeParameters('path', contract.params),
          ...describeParameters('query', contract.query),
        ],
        ...describeBody(contract),
        responses: describeReplies(key, contract, components),
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
        'What to watch tonight, and on which of your streaming services. Every path answers with and without `.json`. ' +
        'docs/api.md has the rules that this document cannot express.',
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
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal key, `mq_…` (docs/api.md, 2.7). The role is the scope that a call needs.',
        },
        operations: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
      },
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries(
        [...SHARED_ERRORS].map(([code, codes]) => [code, describeError(contracts.ERROR_STATUS[code], codes)]),
      ),
    },
  };
}
