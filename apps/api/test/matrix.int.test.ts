import { once } from 'node:events';
import { ErrorBody, errorsOf, KeyScope, type RouteContract, type RouteKey, routes } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKeySecret } from '#src/http/personal-keys.ts';
import { writeGuestToken } from '#src/modules/rounds/guest-token.ts';
import { newCode } from '#src/modules/rounds/round-codes.ts';
import { type Billing, startBilling } from './billing.ts';
import { createKey, createMedium, createUser, createWatchHook, unique } from './factories.ts';
import { expectedOfKey, expectedStatus, MATRIX, ROLES, type Role, requestOf, type World } from './matrix.ts';
import { SUCCESSES } from './successes.ts';

let app: Billing;
let shared: Pick<
  World,
  'medium' | 'otherMedium' | 'offer' | 'person' | 'genre' | 'provider' | 'hook' | 'key'
>;

beforeAll(async () => {
  app = await startBilling({}, { jobs: false });
  const { prisma } = app;
  const medium = await createMedium(prisma);
  const otherMedium = await createMedium(prisma);
  const provider = await prisma.mediumProvider.create({
    data: { name: 'Matrix TV', slug: 'matrix-tv', searchUrlTemplate: 'https://example.com/{title}' },
  });
  const offer = await prisma.providerMedium.create({
    data: { mediumId: medium.id, providerId: provider.id, url: 'https://example.com', source: 'test' },
  });
  const person = await prisma.person.create({
    data: { source: 'test', externalId: 'p', fullName: 'Ada Matrix' },
  });
  const genre = await prisma.genre.create({ data: { title: 'Matrix' } });
  await app.deps.inMemory.refresh();
  shared = {
    medium: medium.id,
    otherMedium: otherMedium.id,
    offer: offer.id,
    person: person.id,
    genre: genre.id,
    provider: provider.id,
    hook: await createWatchHook(app.prisma, await createUser(app.prisma)),
    key: createKeySecret(),
  };
});

/** Creates a list with one title, the owner of the list, and a caller with the role. */
async function createWorld(role: Role) {
  const { prisma } = app;
  const owner = await createUser(prisma);
  const collaborate = role === 'collaborator';
  const list = await prisma.userList.create({
    data: {
      ownerId: owner.id,
      name: unique('Shared'),
      collaborate,
      media: { create: { mediumId: shared.medium, position: 1 } },
    },
  });
  const caller =
    role === 'owner'
      ? owner
      : await createUser(prisma, {
          ...(role === 'unsubscribed' && { trialEndsAt: new Date(0) }),
          ...(role === 'disabled' && { disabledAt: new Date() }),
          ...(role === 'ended' && { tokenVersion: 1 }),
          ...(role === 'unproven' && { emailVerifiedAt: null }),
        });
  const invited = role === 'invited' || role === 'unproven' ? caller : await createUser(prisma);
  const invitation = await prisma.userListShare.create({
    data: { listId: list.id, email: invited.email, userId: invited.id, invitedById: owner.id },
  });
  if (role === 'member' || role === 'collaborator') {
    await prisma.userListShare.create({
      data: {
        listId: list.id,
        email: caller.email,
        userId: caller.id,
        state: 'accepted',
        acceptedAt: new Date(),
      },
    });
  }
  const interaction = await prisma.userInteraction.create({
    data: { userId: owner.id, mediumId: shared.medium, providerMediumId: shared.offer },
  });
  const round = await createRound(owner, { role, caller, invited });
  const world: World = {
    ...shared,
    list: list.id,
    shareCode: list.shareCode,
    code: invitation.code,
    interaction: interaction.id,
    email: owner.email,
    round: round.code,
    shortCode: round.shortCode,
    waiting: round.waiting,
    hook: shared.hook,
  };
  if (role === 'guest') return { world, owner, token: round.guestToken };
  const token =
    role === 'anonymous' ? null : app.tokenOf(role === 'ended' ? { id: caller.id, tokenVersion: 0 } : caller);
  return { world, owner, token };
}

/** Creates a round of the owner with a guest, an invited user, somebody who waits and, by the role, the caller. */
async function createRound(
  owner: User,
  { role, caller, invited }: { role: Role; caller: User; invited: User },
) {
  const { prisma } = app;
  const code = newCode();
  const shortCode = code.slice(0, 6).toUpperCase();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const isIn = role === 'member' || role === 'collaborator' || role === 'left';
  const { members, waiting } = await prisma.round.create({
    data: {
      code,
      shortCode,
      mode: 'list',
      country: 'US',
      deckIds: [shared.medium],
      expiresAt,
      invitations: { create: { userId: invited.id } },
      waiting: { create: { guestName: 'Somebody', guestKeyHash: 'hash' } },
      members: {
        create: [
          { userId: owner.id, isHost: true },
          { guestName: 'Guest' },
          ...(isIn ? [{ userId: caller.id }] : []),
        ],
      },
    },
    include: { members: true, waiting: true },
  });
  if (role === 'left') await app.as(caller).delete(`/api/v1/rounds/${code}/me`).expect(204);
  const memberId = members.find(({ guestName }) => guestName !== null)?.id ?? 0;
  const guestToken = writeGuestToken(app.deps.secrets, { memberId, expiresAt });
  return { code, shortCode, waiting: waiting[0]?.id ?? 0, guestToken };
}

const worlds = new Map<Role, ReturnType<typeof createWorld>>();

const isRead = (key: RouteKey): boolean =>
  key.startsWith('GET ') && key !== 'GET /accept_list/{code}' && key !== 'GET /reject_list/{code}';

/** Returns new data for a call that changes data. The other calls of a role share theirs. */
function worldFor(key: RouteKey, role: Role): ReturnType<typeof createWorld> {
  if (!isRead(key) && expectedStatus(key, role) < 400) return createWorld(role);
  const world = worlds.get(role) ?? createWorld(role);
  worlds.set(role, world);
  return world;
}

/** The world of calls that a key may not make, and which therefore change nothing. */
const sharedWorld = () => worldFor('GET /api/v1/user_lists', 'owner');

const keys = Object.keys(routes).filter((key): key is RouteKey => key in MATRIX);

/** The calls that had a success reply. */
const succeeded = new Set<RouteKey>();

/**
 * Parses a success reply with the contract's schema. The server does not check replies that it sends as
 * serialized JSON.
 */
function checkSuccess(key: RouteKey, reply: { statusCode: number; body: string }): void {
  if (reply.statusCode >= 300) return;
  const contract: RouteContract = routes[key];
  const schema = contract.replies[reply.statusCode];
  expect(schema, `${key} answers ${reply.statusCode}, which its contract lists`).toBeDefined();
  if (schema === null) expect(reply.body).toBe('');
  else if (schema === 'text') expect(reply.body).not.toBe('');
  else schema?.parse(JSON.parse(reply.body));
  succeeded.add(key);
}

/** Sends a request. Of an event stream, which does not end, returns the first bytes. */
async function send(key: RouteKey, options: InjectOptions): Promise<{ statusCode: number; body: string }> {
  if (!key.endsWith('/events')) return app.app.inject(options);
  const reply = await app.app.inject({ ...options, payloadAsStream: true });
  const stream = reply.stream();
  const [first] = await once(stream, 'data');
  stream.destroy();
  return { statusCode: reply.statusCode, body: String(first) };
}

it('the matrix has an entry for every call of the contract table', () => {
  expect(keys).toHaveLength(Object.keys(routes).length);
});

describe.each(keys)('%s', (key) => {
  it.each(ROLES)('answers the role %s with the status of the matrix', async (role) => {
    const { world, token } = await worldFor(key, role);
    const { method, url, body } = requestOf(key, world);
    const reply = await send(key, {
      method: method as 'GET',
      url,
      headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { payload: body }),
    });
    expect(`${reply.statusCode} ${reply.statusCode < 400 ? '' : reply.body}`).toMatch(
      `${expectedStatus(key, role)} `,
    );
    checkSuccess(key, reply);
    if (reply.statusCode >= 400 && !key.includes('unsubscribe'))
      expect(errorsOf(key, routes[key])).toContain(ErrorBody.parse(JSON.parse(reply.body)).error);
    // Clients delete their token after 401 and 403, so other roles must not get these statuses.
    if (reply.statusCode === 401) expect(['anonymous', 'ended', 'guest']).toContain(role);
    if (reply.statusCode === 403) expect(role).toBe('disabled');
  });
});

describe.each(keys)('%s with a personal key', (key) => {
  it.each(KeyScope.options)('answers a key of the scope %s by the scope of the contract', async (scope) => {
    const expected = expectedOfKey(key, scope);
    const { world, owner } = await (expected < 400 ? createWorld('owner') : sharedWorld());
    const secret = await createKey(app.prisma, owner, [scope]);
    const { method, url, body } = requestOf(key, { ...world, key: secret });
    const reply = await send(key, {
      method: method as 'GET',
      url,
      headers: { accept: 'application/json', authorization: `Bearer ${secret}` },
      ...(body && { payload: body }),
    });
    expect(`${reply.statusCode} ${reply.statusCode < 400 ? '' : reply.body}`).toMatch(`${expected} `);
    if (reply.statusCode === 403) expect(ErrorBody.parse(JSON.parse(reply.body)).error).toBe('scope_missing');
    await app.prisma.personalKey.deleteMany({ where: { userId: owner.id } });
  });
});

describe('success replies', () => {
  it.each(Object.entries(SUCCESSES))(
    'of %s match the schemas of the contract table',
    async (name, prepare) => {
      const key = keys.find((each) => each === name);
      if (!key || !prepare) throw new Error(`${name} is not a call`);
      const { params = {}, query = {}, body, token, headers } = await prepare(app);
      const [method = '', template = ''] = key.split(' ');
      const reply = await app.app.inject({
        method: method as 'GET',
        url: template.replace(/\{(\w+)\}/g, (_, parameter: string) => params[parameter] ?? ''),
        query,
        headers: {
          accept: 'application/json',
          ...headers,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { payload: body }),
      });
      expect(reply.statusCode, reply.body).toBeLessThan(300);
      checkSuccess(key, reply);
    },
  );

  it('were received for every call of the contract table', () => {
    expect(keys.filter((key) => !succeeded.has(key))).toEqual([]);
  });
});
