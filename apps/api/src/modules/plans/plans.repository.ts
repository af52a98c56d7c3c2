import type { Db } from '#src/database.ts';

export const createPlansRepository = (db: Db) => ({
  listActive() {
    return db.plan.findMany({
      where: { active: true },
      include: { pricings: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    });
  },
});

export type PlansRepository = ReturnType<typeof createPlansRepository>;
export type PlanRow = Awaited<ReturnType<PlansRepository['listActive']>>[number];
