import { ErrorBody, errorsOf, type RouteContract, routes } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import { arbitraryOf, mutated } from './arbitrary.ts';
import { createMedium, createUser } from './factories.ts';
import { longRun } from './settings.ts';

type App = Awaited<ReturnType<typeof startApp>>;

/** Number of random requests. `npm run test:long` sends more. */
const REQUESTS = longRun ? 10_000 : 900;
const SERVED = Object.entries<RouteContract>(routes);
const RUNS = Math.ceil(REQUESTS / SERVED.length);
const LEAKS = /prisma|postgres|node_modules|\bat .+:\d+:\d+|SELECT .+ FROM|ZodError|stack/i;

let app: App;
let user: User;
let ids: number[];

beforeAll(async () => {
  app = await startApp();
  user = await createUser(app.prisma);
  const media = await Promise.all([1, 2, 3].map(() => createMedium(app.prisma)));
  const list = await app.prisma.userList.create({ data: { ownerId: user.id, name: 'Mine' } });
  await app.deps.inMemory.refresh();
  ids = [...media.map(({ id }) => id), list.id];
});

const parameter = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      ...ids.map(String),
      '0',
      '-1',
      '1.5',
      '99999999999',
      'abc',
      '%00',
      '%zz',
      'null',
      '../1',
      "1'--",
    ),
    fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );

function queryOf(contract: RouteContract): fc.Arbitrary<string> {
  const known = contract.query ? arbitraryOf(contract.query) : fc.constant({});
  return fc
    .oneof(known, mutated(known))
    .map((value) =>
      new URLSearchParams(
        Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, inner]) => [
          name.toWellFormed(),
          (typeof inner === 'string' ? inner : (JSON.stringify(inner) ?? '')).toWellFormed(),
        ]),
      ).toString(),
    );
}

describe.each(SERVED)('%s', (key, contract) => {
  it('answers random requests without 5xx, and errors have the envelope and no internal text', async () => {
    const [method = 'GET', template = ''] = key.split(' ');
    const body = contract.body
      ? fc.oneof(arbitraryOf(contract.body), mutated(arbitraryOf(contract.body)))
      : fc.constant(undefined);
    await fc.assert(
      fc.asyncProperty(
        fc.array(parameter(), { minLength: 2, maxLength: 2 }),
        queryOf(contract),
        body,
        async (params, query, payload) => {
          const path = template.replace(/\{\w+\}/g, () => params.pop() ?? '1');
          const reply = await app.app.inject({
            method: method as 'GET',
            url: query ? `${path}?${query}` : path,
            headers: {
              accept: 'application/json',
              authorization: `Bearer ${app.tokenOf(user)}`,
              'content-type': 'application/json',
            },
            ...(payload !== undefined && { payload: JSON.stringify(payload) }),
          });
          expect(reply.statusCode, `${path}?${query} ${JSON.stringify(payload)} ${reply.body}`).toBeLessThan(
            500,
          );
          if (reply.statusCode >= 400 && !key.includes('unsubscribe')) {
            const { error } = ErrorBody.parse(reply.json());
            expect(errorsOf(key, contract)).toContain(error);
            expect(reply.body).not.toMatch(LEAKS);
          }
          // The request may have deleted the account, so continue with a new account.
          if (reply.statusCode === 401 || key.endsWith('/destroy')) user = await createUser(app.prisma);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

it('the application still answers after the random requests', async () => {
  await app.visitor.get('/readyz').expect(200);
  const reply = await app
    .as(await createUser(app.prisma))
    .get('/api/v2/media')
    .expect(200);
  expect(reply.body.pagination.total_count).toBeGreaterThanOrEqual(0);
});
