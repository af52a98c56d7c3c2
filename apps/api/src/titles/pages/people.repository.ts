import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';

export interface PersonRow {
  id: number;
  fullName: string;
  imageUrl: string | null;
}

export const createPeopleRepository = (db: Db) => ({
  async get(id: number): Promise<PersonRow> {
    const row = await db.person.findUnique({
      where: { id },
      select: { id: true, fullName: true, imageUrl: true },
    });
    if (!row) throw new AppError('not_found');
    return row;
  },
});

export type PeopleRepository = ReturnType<typeof createPeopleRepository>;
