// Things for tests, each new and whole with nothing given. Extend here rather than beside a test.
import type { Medium, Prisma, PrismaClient, User } from '@marquee/prisma';
import bcrypt from 'bcrypt';

/** The password of every user made here. */
export const PASSWORD = 'marquee2026';
// The lowest cost there is: the hash is real, and no test waits a quarter of a second for it.
const passwordHash = bcrypt.hashSync(PASSWORD, 4);

type Db = Pick<PrismaClient, 'user' | 'medium'>;

let last = 0;
/** A text no other call in this process has given. */
export const unique = (prefix: string): string =>
  `${prefix}${process.pid.toString(36)}${(++last).toString(36)}`;

/** A person past the wizard, in a running creation trial. */
export function createUser(db: Db, data: Partial<Prisma.UserUncheckedCreateInput> = {}): Promise<User> {
  const name = unique('u');
  return db.user.create({
    data: {
      email: `${name}@example.com`,
      displayName: name,
      passwordHash,
      signupStep: 5,
      trialEndsAt: new Date(Date.now() + 30 * 86_400_000),
      ...data,
    },
  });
}

/** A movie that nobody offers. */
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
