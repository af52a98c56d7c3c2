import type { Db } from '#src/database.ts';
import { createMembersRepository } from '#src/discover/members.repository.ts';
import { createTasteRepository } from '#src/discover/taste.repository.ts';
import { createOutboxRepository } from '#src/modules/notifications/outbox.repository.ts';
import { createPlansRepository } from '#src/modules/plans/plans.repository.ts';

/** All repositories over one connection or one transaction. */
export const createRepositories = (db: Db) => ({
  members: createMembersRepository(db),
  taste: createTasteRepository(db),
  outbox: createOutboxRepository(db),
  plans: createPlansRepository(db),
});

export type Repositories = ReturnType<typeof createRepositories>;
