import { ErrorBody, type RouteKey, routes } from '@marquee/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from './app.ts';
import { createMedium, createUser, unique } from './factories.ts';
import { expectedStatus, MATRIX, ROLES, type Role, requestOf, type World } from './matrix.ts';

type App = Awaited<ReturnType<typeof startApp>>;
let app: App;
let shared: Pick<World, 'medium' | 'otherMedium' | 'offer' | 'person' | 'genre' | 'provider'>;

beforeAll(async () => {
  app = await startApp();
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
  await app.deps.discover.refresh();
  shared = {
    medium: medium.id,
    otherMedium: otherMedium.id,
    offer: offer.id,
    person: person.id,
    genre: genre.id,
    provider: provider.id,
  };
});

/** A list with one title, its owner and everybody else; new for every call, since calls change it. */
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
        });
  const invited = role === 'invited' ? caller : await createUser(prisma);
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
  const world: World = {
    ...shared,
    list: list.id,
    shareCode: list.shareCode,
    code: invitation.code,
    interaction: interaction.id,
    email: owner.email,
  };
  const token =
    role === 'anonymous' ? null : app.tokenOf(role === 'ended' ? { id: caller.id, tokenVersion: 0 } : caller);
  return { world, token };
}

const keys = Object.keys(routes).filter((key): key is RouteKey => key in MATRIX);

it('has an entry for every call', () => {
  expect(keys).toHaveLength(Object.keys(routes).length);
});

describe.each(keys)('%s', (key) => {
  it.each(ROLES)('answers %s', async (role) => {
    const { world, token } = await createWorld(role);
    const { method, url, body } = requestOf(key, world);
    const reply = await app.app.inject({
      method: method as 'GET',
      url,
      headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { payload: body }),
    });
    expect(`${reply.statusCode} ${reply.statusCode < 400 ? '' : reply.body}`).toMatch(
      `${expectedStatus(key, role)} `,
    );
    if (reply.statusCode >= 400 && !key.includes('unsubscribe')) ErrorBody.parse(reply.json());
    // 401 and 403 mean "leave" and nothing else.
    if (reply.statusCode === 401) expect(['anonymous', 'ended']).toContain(role);
    if (reply.statusCode === 403) expect(role).toBe('disabled');
  });
});
