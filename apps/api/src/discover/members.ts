import { BoundedLoader } from './bounded-loader.ts';
import type { Access } from './members.repository.ts';

const ACCESS_BYTES = 200;
const MAX_ACCESS_BYTES = 20 * 1024 * 1024;

interface Repository {
  findAccess(userId: number): Promise<Access | null>;
}

/** What is kept of each active person, so that a warm request asks the database nothing (design.md section 5). */
export function createMemberCache(repository: Repository) {
  const access = new BoundedLoader<Access>({
    load: (userId) => repository.findAccess(userId),
    sizeOf: () => ACCESS_BYTES,
    maxBytes: MAX_ACCESS_BYTES,
  });

  return {
    /** Null when there is no such person. */
    getAccess: (userId: number) => access.get(userId),
    /** To be called after every write of or about the person; `app.ts` does so for every call they make. */
    drop(userId: number): void {
      access.drop(userId);
    },
    /** While nobody tells us of other processes' writes nothing kept is trusted. */
    trust(trusted: boolean): void {
      access.trust(trusted);
    },
    stats: () => ({ access: access.stats }),
  };
}

export type MemberCache = ReturnType<typeof createMemberCache>;
