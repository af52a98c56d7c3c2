import type { PrismaClient } from '@marquee/prisma';
import { createWithTransaction } from '#src/data/database.ts';
import { followSeries } from '#src/modules/catalogue/series/follow-series.ts';
import { createRepositories } from '#src/repositories.ts';

/** Returns a function that does one step of the job `follow_series`, which comes after an import. */
export function createFollower(prisma: PrismaClient): () => Promise<boolean> {
  const withTransaction = createWithTransaction(prisma, createRepositories, () => undefined);
  return () => followSeries({ repos: createRepositories(prisma), withTransaction });
}

/** Lets all members follow what an import has changed. */
export async function followAll(prisma: PrismaClient): Promise<void> {
  const follow = createFollower(prisma);
  while (await follow());
}
