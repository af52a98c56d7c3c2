import { expect, test } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { callMarquee } from '../../test/call-marquee.ts';
import { testDatabaseUrl } from '../../test/database.ts';

const url = await testDatabaseUrl();

/** Runs `pnpm marquee jobs` with these arguments. */
const jobs = (...args: string[]) => callMarquee(['jobs', ...args], { DATABASE_URL: url });

test('`pnpm marquee jobs` counts rows, lists dead letters without their payload, and replays them', async () => {
  const prisma = connectDatabase(url, 1);
  try {
    const write = (data: { deadAt?: Date; lastError?: string }) =>
      prisma.outboxMessage.create({
        data: { kind: 'deletion_done', payload: { email: 'secret@example.com' }, ...data },
      });
    const dead = await write({ deadAt: new Date(), lastError: 'refused with 550' });
    await write({});

    expect((await jobs()).out).toMatch(/deletion_done\s+dead\s+1\n[^\n]*waiting\s+1/);
    const listed = await jobs('dead');
    expect(listed.out).toContain('refused with 550');
    expect(listed.out).not.toContain('secret');
    expect(await jobs('replay', '2000000000')).toMatchObject({ code: 1 });
    expect(await jobs('replay', 'everything')).toMatchObject({ code: 2 });
    expect((await jobs('replay', 'all', '--dry-run')).out).toBe(
      '1 of all dead letters would be reset to waiting\n',
    );
    expect(await jobs('replay', String(dead.id))).toEqual({
      code: 0,
      out: '1 of 1 dead letters reset to waiting\n',
    });
    expect((await jobs('dead')).out).toBe('No dead letters\n');
    expect((await jobs('list')).out.match(/deletion_done/g)).toHaveLength(2);
  } finally {
    await prisma.$disconnect();
  }
});
