import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { useDemoCatalogue } from '../../../test/database.ts';
import { createUser } from '../../../test/factories.ts';

await useDemoCatalogue();
const { prisma, as } = await startApp();

describe('GET /api/v1/people on the demo catalogue', () => {
  it.each([
    ['nolan', 'Christopher Nolan'],
    ['scott', 'Ridley Scott'],
    ['hanks', 'Tom Hanks'],
    ['tarantino', 'Quentin Tarantino'],
    ['spiel', 'Steven Spielberg'],
    ['tom', 'Tom Hanks'],
    ['martin', 'Martin Scorsese'],
    ['lee pace', 'Lee Pace'],
  ])('returns for the query “%s” the best known person of that name first: %s', async (query, name) => {
    const { body } = await as(await createUser(prisma))
      .get(`/api/v1/people?query=${encodeURIComponent(query)}`)
      .expect(200);
    expect(body.people[0]?.full_name).toBe(name);
  });
});
