// Creates rows for tests, with defaults for their columns. Add factories here instead of in a test.

import type { KeyScope } from '@marquee/contracts';
import type { Medium, Prisma, PrismaClient, ProviderMedium, Round, User, UserList } from '@marquee/prisma';
import bcrypt from 'bcrypt';
import { createSecret, hashToken } from '#src/core/secrets.ts';
import { createKeySecret } from '#src/http/personal-keys.ts';
import { newCode } from '#src/modules/rounds/round-codes.ts';

/** The password of every user that `createUser` creates. */
export const PASSWORD = 'popcorn4two';
// A bcrypt hash with the lowest cost, which keeps the tests fast.
const passwordHash = bcrypt.hashSync(PASSWORD, 4);

type Db = Pick<PrismaClient, 'user' | 'medium'>;

let last = 0;
/** Returns a text that no other call in this process returns. */
export const unique = (prefix: string): string =>
  `${prefix}${process.pid.toString(36)}${(++last).toString(36)}`;

/** Creates a user with a completed wizard and a running trial. */
export function createUser(db: Db, data: Partial<Prisma.UserUncheckedCreateInput> = {}): Promise<User> {
  const name = unique('u');
  return db.user.create({
    data: {
      email: `${name}@example.com`,
      displayName: name,
      passwordHash,
      signupStep: 5,
      emailVerifiedAt: new Date(),
      trialEndsAt: new Date(Date.now() + 30 * 86_400_000),
      ...data,
    },
  });
}

/** Creates a movie without offers. */
export function createMedium(db: Db, data: Partial<Prisma.MediumUncheckedCreateInput> = {}): Promise<Medium> {
  const externalId = unique('m');
  return db.medium.create({
    data: {
      source: 'test',
      type: 'movie',
      externalId,
      title: `Title ${externalId}`,
      releaseYear: 2020,
      ...data,
    },
  });
}

/**
 * Creates a list with the given titles in order. A share with the state `pending` is an invitation, and every
 * other share is a list member.
 */
export async function createList(
  db: Pick<PrismaClient, 'userList'>,
  owner: Pick<User, 'id'>,
  {
    media = [],
    shares = [],
    ...data
  }: Partial<Prisma.UserListUncheckedCreateInput> & {
    media?: readonly Pick<Medium, 'id'>[];
    shares?: readonly (Partial<Prisma.UserListShareUncheckedCreateWithoutListInput> & { user: User })[];
  } = {},
): Promise<UserList> {
  const { id } = await db.userList.create({
    data: {
      ownerId: owner.id,
      name: unique('List '),
      ...data,
      media: { create: media.map((medium, at) => ({ mediumId: medium.id, position: 1024 * (at + 1) })) },
      shares: {
        create: shares.map(({ user, state = 'accepted', ...share }) => ({
          email: user.email,
          state,
          acceptedAt: state === 'accepted' ? new Date() : null,
          ...share,
        })),
      },
    },
  });
  return db.userList.findUniqueOrThrow({ where: { id } });
}

/** Creates an included offer of the title on a new provider. */
export async function createOffer(
  db: Pick<PrismaClient, 'mediumProvider' | 'providerMedium'>,
  medium: Pick<Medium, 'id'>,
  data: Partial<Prisma.ProviderMediumUncheckedCreateInput> = {},
): Promise<ProviderMedium> {
  const name = unique('service');
  const provider = await db.mediumProvider.create({
    data: { name, slug: name, searchUrlTemplate: 'https://example.com/{title}' },
  });
  return db.providerMedium.create({
    data: {
      mediumId: medium.id,
      providerId: provider.id,
      url: 'https://example.com/watch',
      source: 'test',
      ...data,
    },
  });
}

/** Creates a round of a host with these titles, which ends in an hour. */
export function createRound(
  db: Pick<PrismaClient, 'round'>,
  host: Pick<User, 'id'>,
  media: readonly Pick<Medium, 'id'>[],
): Promise<Round> {
  const code = newCode();
  return db.round.create({
    data: {
      code,
      shortCode: code.slice(0, 6).toUpperCase(),
      mode: 'list',
      country: 'US',
      deckIds: media.map(({ id }) => id),
      expiresAt: new Date(Date.now() + 3_600_000),
      members: { create: [{ userId: host.id, isHost: true }] },
    },
  });
}

/** Creates a personal key of the user, and returns its secret. */
export async function createKey(
  db: Pick<PrismaClient, 'personalKey'>,
  { id: userId }: Pick<User, 'id'>,
  scopes: readonly KeyScope[] = ['read'],
  data: Partial<Prisma.PersonalKeyUncheckedCreateInput> = {},
): Promise<string> {
  const secret = createKeySecret();
  await db.personalKey.create({
    data: {
      userId,
      name: unique('Key '),
      scopes: [...scopes],
      prefix: secret.slice(0, 7),
      secretHash: hashToken(secret),
      ...data,
    },
  });
  return secret;
}

/** Creates the address for the reports of a user's media server, and returns its secret. */
export async function createWatchHook(
  db: Pick<PrismaClient, 'watchHook'>,
  { id: userId }: Pick<User, 'id'>,
  accountName = 'anna',
): Promise<string> {
  const secret = createSecret();
  await db.watchHook.create({ data: { userId, accountName, secretHash: hashToken(secret) } });
  return secret;
}

/** Creates episodes of a series. One with a day or an instant airs then. */
export async function createEpisodes(
  db: Pick<PrismaClient, 'episode' | 'season'>,
  { id: mediumId }: Pick<Medium, 'id'>,
  episodes: readonly Omit<Prisma.EpisodeCreateManyInput, 'mediumId'>[],
): Promise<void> {
  await db.season.createMany({
    data: [...new Set(episodes.map(({ season }) => season))].map((season) => ({ mediumId, season })),
    skipDuplicates: true,
  });
  await db.episode.createMany({
    data: episodes.map((episode) => ({ mediumId, airsOn: episode.airDate ?? null, ...episode })),
  });
}
