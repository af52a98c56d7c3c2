import { expect, it } from 'vitest';
import { findViolations } from './directions.mjs';
import { writeTree } from './temporary-tree.ts';

const violationsOf = (files: Record<string, string>): Promise<string[]> => findViolations(writeTree(files));

const target = 'export const a: number = 1;\nexport type A = number;\n';

// Each case: importing file, imported file, and the rule that must report the import.
it.each([
  ['packages/contracts/src/a.ts', 'apps/api/src/b.ts', 'packages-contracts-allowed-imports'],
  ['packages/recommender/src/a.ts', 'packages/contracts/src/b.ts', 'packages-recommender-allowed-imports'],
  ['apps/web/src/app/a.tsx', 'packages/recommender/src/b.ts', 'apps-web-allowed-imports'],
  ['apps/api/src/modules/lists/lists.service.ts', 'prisma/scripts/b.ts', 'database-in-repositories'],
  [
    'apps/api/src/modules/lists/a.ts',
    'apps/api/src/modules/media/media.repository.ts',
    'modules-through-services',
  ],
  ['apps/web/src/features/lists/a.tsx', 'apps/web/src/features/media/b.tsx', 'no-imports-between-features'],
  ['apps/web/src/features/titles/a.tsx', 'apps/web/src/features/lists/b.tsx', 'no-imports-between-features'],
  ['apps/web/src/components/a.tsx', 'apps/web/src/features/media/b.tsx', 'components-below-features'],
  ['apps/api/src/a.ts', 'apps/api/test/b.ts', 'no-imports-from-tests'],
  ['apps/api/src/a.ts', 'node_modules/stripe/index.js', 'sdks-in-clients'],
  ['packages/contracts/src/a.ts', 'node_modules/lodash/index.js', 'contracts-only-zod'],
  ['apps/api/src/titles/engine/a.ts', 'apps/api/src/core/b.ts', 'engine-is-pure'],
  ['packages/artwork/src/a.ts', 'node_modules/zod/index.js', 'artwork-is-pure'],
])('findViolations reports the import of %s → %s', async (from, to, rule) => {
  const up = '../'.repeat(from.split('/').length - 1);
  const found = await violationsOf({
    [from]: `import { a } from '${up}${to}';\nconsole.log(a satisfies number);\n`,
    [to]: target,
    'apps/keep.ts': '',
    'packages/keep.ts': '',
    'prisma/keep.ts': '',
  });
  expect(found).toContain(`${rule}: ${from} → ${to}`);
});

it('findViolations reports circular and unresolved imports, and accepts permitted imports', async () => {
  const found = await violationsOf({
    'apps/api/src/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'apps/api/src/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    'apps/api/src/c.ts':
      "import './nothing.ts';\nimport { d } from '../../../packages/contracts/src/d.ts';\nd;\n",
    'apps/api/src/modules/lists/x.ts':
      "import type { A } from '../media/media.repository.ts';\nexport type X = A;\n",
    'apps/api/src/modules/media/media.repository.ts': target,
    'packages/contracts/src/d.ts': 'export const d = 1;\n',
    'apps/web/src/features/lists/a.ts': "import { a } from '../titles/b.ts';\na;\n",
    'apps/web/src/features/titles/b.ts': target,
    'prisma/keep.ts': '',
  });
  expect(found.map((line) => line.split(':')[0]).toSorted()).toEqual(['imports-resolve', 'no-circles']);
});

it('findViolations reports a circle of imports between folders once, and ignores imports of types', async () => {
  const found = await violationsOf({
    'apps/api/src/jobs/a.ts': "import { b } from '../mail/b.ts';\nb;\n",
    'apps/api/src/mail/b.ts': 'export const b = 1;\n',
    'apps/api/src/mail/c.ts': "import { d } from '../jobs/d.ts';\nd;\n",
    'apps/api/src/jobs/d.ts': 'export const d = 1;\nexport type D = number;\n',
    'apps/api/src/core/e.ts': "import type { D } from '../jobs/d.ts';\nexport type E = D;\n",
    'apps/api/src/jobs/f.ts': "import type { E } from '../core/e.ts';\nexport type F = E;\n",
    'packages/keep.ts': '',
    'prisma/keep.ts': '',
  });
  expect(found).toEqual([
    'no-folder-circles: apps/api/src/jobs/a.ts → apps/api/src/mail/b.ts, apps/api/src/mail/c.ts → apps/api/src/jobs/d.ts',
  ]);
});
