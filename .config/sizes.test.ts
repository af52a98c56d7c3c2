import { expect, it } from 'vitest';
import { findLongSources } from './sizes.mjs';
import { writeTree } from './temporary-tree.ts';

it('findLongSources accepts a source of 400 lines, and reports a source or a test of 401 lines', () => {
  const root = writeTree({
    'apps/api/src/a.ts': 'a;\n'.repeat(400),
    'apps/api/test/b.int.test.ts': 'b;\n'.repeat(401),
    'prisma/migrations/1/migration.sql': 'select 1;\n'.repeat(500),
  });
  expect(findLongSources(root)).toEqual(['apps/api/test/b.int.test.ts: 401 lines, the limit is 400']);
});
