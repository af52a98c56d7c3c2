// Who may import whom (docs/adr and CONTRIBUTING say why). The folders are read from disk, so a new app or package is
// under these rules from its first file. TypeScript 7 has no JavaScript API; swc parses instead.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folders = (parent) =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

const apps = folders('apps');
const packages = folders('packages');

/** What of ours each may import besides itself; who is not named may import every package, and no app. */
const allowed = {
  contracts: [],
  recommender: [],
  web: ['packages/contracts'],
  e2e: ['packages/contracts'],
  'stripe-emulator': [],
};
const everyPackage = [...packages.map((name) => `packages/${name}`), 'prisma'];

const home = (path) => ({
  name: `${path.replace('/', '-')}-stays-home`,
  severity: 'error',
  from: { path: `^${path}/` },
  to: {
    path: '^(apps|packages|prisma)/',
    pathNot: [path, ...(allowed[path.split('/')[1]] ?? everyPackage)].map((other) => `^${other}/`),
  },
});

const tests = String.raw`\.test\.tsx?$|/test/|/bench/`;
const npm = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);
/** A type leaves no trace at run time, so rows may be named where they are mapped. */
const values = { dependencyTypesNot: ['type-only'] };

export default {
  forbidden: [
    ...apps.map((name) => home(`apps/${name}`)),
    ...packages.map((name) => home(`packages/${name}`)),
    home('prisma'),
    {
      name: 'contracts-only-zod',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: tests },
      to: { pathNot: ['^packages/contracts/', ...npm('zod')] },
    },
    {
      name: 'database-in-repositories',
      comment: 'Only repositories, the wiring, seeds and the local helpers touch Prisma or pg.',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: [
          tests,
          String.raw`\.repository\.ts$|/(deps|database|repositories|listener)\.ts$|/local(/|\.ts)|-cli\.ts$|/jobs/`,
        ],
      },
      to: { path: ['^prisma/', ...npm('@prisma/[^/]+', 'pg')], ...values },
    },
    {
      name: 'sdks-in-clients',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: [tests, '/clients/'] },
      to: {
        path: npm('stripe', 'nodemailer', 'altcha-lib', 'google-auth-library', '@apple/[^/]+'),
        ...values,
      },
    },
    {
      name: 'modules-through-services',
      comment: 'Mappers are pure and may be shared.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/api/src/modules/([^/]+)/',
        pathNot: ['^apps/api/src/modules/$1/', String.raw`\.(service|mapper)\.ts$`],
        ...values,
      },
    },
    {
      name: 'features-apart',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/(features|app)/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'components-below-features',
      severity: 'error',
      from: { path: '^apps/web/src/(components|lib|config)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'tests-are-ends',
      severity: 'error',
      from: { path: '^(apps/[^/]+|packages/[^/]+)/src/', pathNot: tests },
      to: { path: `^(apps|packages)/.*(${tests})` },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: values },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^prisma/client'] },
    exclude: { path: ['/dist/', '/coverage/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'module', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
