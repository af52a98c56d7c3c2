// Records the attempted and the acknowledged writes of clients, and compares them with the database.
import type { PrismaClient } from '@marquee/prisma';

interface Rating {
  userId: number;
  mediumId: number;
  rating: number;
}

interface Entry {
  listId: number;
  mediumId: number;
}

/** Attempted writes by key, each with `isAcknowledged`. */
class Writes<T> {
  readonly #all = new Map<string, { value: T; isAcknowledged: boolean }>();
  readonly #keyOf: (value: T) => string;

  constructor(keyOf: (value: T) => string) {
    this.#keyOf = keyOf;
  }

  attempt(value: T): void {
    this.#all.set(this.#keyOf(value), { value, isAcknowledged: false });
  }

  acknowledge(value: T): void {
    const write = this.#all.get(this.#keyOf(value));
    if (write) write.isAcknowledged = true;
  }

  get(value: T): { value: T; isAcknowledged: boolean } | undefined {
    return this.#all.get(this.#keyOf(value));
  }

  acknowledged(): T[] {
    return [...this.#all.values()].filter((write) => write.isAcknowledged).map(({ value }) => value);
  }

  all(): T[] {
    return [...this.#all.values()].map(({ value }) => value);
  }
}

export const createLedger = () => ({
  ratings: new Writes<Rating>(({ userId, mediumId }) => `${userId}/${mediumId}`),
  entries: new Writes<Entry>(({ listId, mediumId }) => `${listId}/${mediumId}`),
  signUps: new Writes<string>((email) => email),
});

export type Ledger = ReturnType<typeof createLedger>;

const first = (texts: readonly string[]): string => texts.slice(0, 3).join(', ');

async function checkRatings(prisma: PrismaClient, { ratings }: Ledger, users: number[]): Promise<string[]> {
  const rows = await prisma.userMediumRating.findMany({
    where: { userId: { in: users } },
    select: { userId: true, mediumId: true, rating: true },
  });
  const stored = new Map(rows.map((row) => [`${row.userId}/${row.mediumId}`, row.rating]));
  const lost = ratings
    .acknowledged()
    .filter(({ userId, mediumId, rating }) => stored.get(`${userId}/${mediumId}`) !== rating);
  const strange = rows.filter((row) => ratings.get(row)?.value.rating !== row.rating);
  return [
    ...(lost.length > 0
      ? [
          `${lost.length} acknowledged ratings are missing (${first(lost.map((each) => JSON.stringify(each)))})`,
        ]
      : []),
    ...(strange.length > 0 ? [`${strange.length} ratings are stored that no client sent`] : []),
  ];
}

/**
 * Checks that every acknowledged list entry is stored. Checks that each list has one outbox row per entry and
 * a correct `media_count`.
 */
async function checkEntries(prisma: PrismaClient, { entries }: Ledger, lists: number[]): Promise<string[]> {
  const rows = await prisma.userListMedium.findMany({
    where: { listId: { in: lists } },
    select: { listId: true, mediumId: true },
  });
  const stored = new Set(rows.map(({ listId, mediumId }) => `${listId}/${mediumId}`));
  const lost = entries.acknowledged().filter(({ listId, mediumId }) => !stored.has(`${listId}/${mediumId}`));
  const strange = rows.filter((row) => !entries.get(row));
  const [half] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM user_lists l
     WHERE l.id = ANY(${lists}::int[])
       AND (l.media_count <> (SELECT count(*) FROM user_list_media WHERE list_id = l.id)
         OR (SELECT count(*) FROM user_list_media WHERE list_id = l.id)
         <> (SELECT count(*) FROM outbox WHERE kind = 'list_edited' AND user_id = l.owner_id))`;
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged list entries are missing`] : []),
    ...(strange.length > 0 ? [`${strange.length} list entries are stored that no client sent`] : []),
    ...(half?.count ? [`${half.count} lists differ from their count or from their outbox rows`] : []),
  ];
}

/** Checks that each new user has two system lists, a trial, a confirmation code and an outbox row. */
async function checkSignUps(prisma: PrismaClient, { signUps }: Ledger): Promise<string[]> {
  const emails = signUps.all();
  const rows = await prisma.$queryRaw<{ email: string; isWhole: boolean }[]>`
    SELECT u.email::text AS email,
           u.trial_ends_at IS NOT NULL
           AND (SELECT count(*) FROM user_lists WHERE owner_id = u.id) = 2
           AND (SELECT count(*) FROM email_codes WHERE user_id = u.id) = 1
           AND (SELECT count(*) FROM outbox WHERE user_id = u.id AND kind = 'welcome') = 1 AS "isWhole"
      FROM users u WHERE u.email::text = ANY(${emails})`;
  const stored = new Set(rows.map(({ email }) => email));
  const lost = signUps.acknowledged().filter((email) => !stored.has(email));
  const half = rows.filter(({ isWhole }) => !isWhole);
  const trials = await prisma.trialAddress.count();
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged sign-ups are missing (${first(lost)})`] : []),
    ...(half.length > 0
      ? [`${half.length} accounts are half made (${first(half.map(({ email }) => email))})`]
      : []),
    ...(trials !== rows.length ? [`${trials} trials are stored for ${rows.length} accounts`] : []),
  ];
}

export interface Checked {
  summary: string;
  broken: string[];
}

/** Compares all writes since the start of the world with the database. */
export async function checkLedger(
  prisma: PrismaClient,
  ledger: Ledger,
  { users, lists }: { users: number[]; lists: number[] },
): Promise<Checked> {
  const broken = [
    ...(await checkRatings(prisma, ledger, users)),
    ...(await checkEntries(prisma, ledger, lists)),
    ...(await checkSignUps(prisma, ledger)),
  ];
  const count = (writes: { acknowledged(): unknown[] }) => writes.acknowledged().length;
  const { ratings, entries, signUps } = ledger;
  return {
    summary: `${count(ratings)} ratings, ${count(entries)} list entries and ${count(signUps)} sign-ups acknowledged${
      broken.length === 0 ? ', each stored once and whole' : ''
    }`,
    broken,
  };
}
