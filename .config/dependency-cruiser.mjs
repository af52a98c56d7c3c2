// Rules for imports between folders (CONTRIBUTING.md). swc parses the sources, because TypeScript 7 has no
// JavaScript API.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Reads the folders from disk, so that the rules apply to a new app or package from its first file. */
const folders = (parent) =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

const apps = folders('apps');
const packages = folders('packages');
const emulators = apps.filter((name) => name.endsWith('-emulator')).map((name) => `apps/${name}`);

/**
 * Apps and packages that a folder may import. A folder without an entry may import all packages and no app.
 */
const allowed = {
  contracts: [],
  recommender: [],
  artwork: [],
  // The rule `api-without-emulators` keeps the emulators in its tests.
  api: [...packages.map((name) => `packages/${name}`), 'prisma', ...emulators],
  local: ['apps/api', 'prisma', ...emulators],
  lab: [
    ...packages.map((name) => `packages/${name}`),
    'prisma',
    'apps/api',
    'apps/local',
    'apps/stripe-emulator',
  ],
  web: ['packages/contracts'],
  e2e: ['packages/contracts'],
  'stripe-emulator': [],
  'tvmaze-emulator': [],
};
const everyPackage = [...packages.map((name) => `packages/${name}`), 'prisma'];

const allowedImports = (path) => ({
  name: `${path.replace('/', '-')}-allowed-imports`,
  severity: 'error',
  from: { path: `^${path}/` },
  to: {
    path: '^(apps|packages|prisma)/',
    pathNot: [path, ...(allowed[path.split('/')[1]] ?? everyPackage)].map((other) => `^${other}/`),
  },
});

const tests = String.raw`\.test\.tsx?$|/test/`;
const npm = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);
/**
 * Matches only imports of values. Imports of types do not exist at run time, so a mapper may import row
 * types.
 */
const values = { dependencyTypesNot: ['type-only'] };

export default {
  forbidden: [
    ...apps.map((name) => allowedImports(`apps/${name}`)),
    ...packages.map((name) => allowedImports(`packages/${name}`)),
    allowedImports('prisma'),
    {
      name: 'contracts-only-zod',
      comment: 'And what decodes the domain of an email address.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: tests },
      to: { pathNot: ['^packages/contracts/', ...npm('zod'), ...npm('punycode.js')] },
    },
    {
      name: 'api-without-emulators',
      comment: 'The emulators are not in the image of the API.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: tests },
      to: { path: '^apps/[^/]+-emulator/' },
    },
    {
      name: 'database-in-repositories',
      comment: 'Only repositories, the wiring and tools touch Prisma or pg.',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: [tests, String.raw`\.repository\.ts$|/src/(deps|repositories)\.ts$|/src/(data|cli|jobs)/`],
      },
      to: { path: ['^prisma/', ...npm('@prisma/[^/]+', 'pg')], ...values },
    },
    {
      name: 'sdks-in-clients',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: [tests, '/clients/', String.raw`/mail/transport\.ts$`] },
      to: {
        path: npm('stripe', 'nodemailer', 'altcha-lib', 'google-auth-library', '@apple/[^/]+'),
        ...values,
      },
    },
    {
      name: 'rare-libraries-load-late',
      comment:
        'The API would load these libraries on every start, but needs them only for rare calls. Use import().',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: [tests, '/cli/', '/jobs/start', '/http/job-board-app', '/imports/(files|readers)/'],
      },
      to: {
        path: npm(
          'stripe',
          'sharp',
          'bullmq',
          '@bull-board/[^/]+',
          'google-auth-library',
          '@apple/[^/]+',
          'csv-(parse|stringify)',
          '@zxcvbn-ts/[^/]+',
        ),
        dynamic: false,
        ...values,
      },
    },
    {
      name: 'rare-files-load-late',
      comment: 'These files import the libraries of the rule above.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: [tests, '/imports/(import-file.worker|files/|readers/)'] },
      to: {
        path: '^apps/api/src/(http/job-board-app|modules/imports/(import-file.worker|files/(archive|csv|json)|readers/))',
        dynamic: false,
        ...values,
      },
    },
    {
      name: 'import-reader-without-the-whole-contract',
      comment: 'Each import starts a reader, and the schemas of all calls would take a tenth of its start.',
      severity: 'error',
      from: {
        path: '^apps/api/src/modules/(imports/(import-file.worker|imports.mapper|records|files/|readers/|matching/(confidence|edition|merge-facts|title-key))|ratings/ratings.service)',
        pathNot: tests,
      },
      to: { path: '^packages/contracts/src/index\\.ts$', ...values },
    },
    {
      name: 'catalogue-without-prisma',
      comment: 'The thread that reads the catalogue must not load Prisma, see docs/adr/0025.',
      severity: 'error',
      from: {
        path: String.raw`^apps/api/src/(titles/cards/|data/(reader|pool)\.ts$)`,
        pathNot: [tests, String.raw`/models\.repository\.ts$`],
      },
      to: {
        path: [
          '^prisma/',
          ...npm('@prisma/[^/]+'),
          String.raw`^apps/api/src/(data/database|repositories)\.ts$`,
        ],
        ...values,
      },
    },
    {
      name: 'modules-through-services',
      comment: 'Mappers, the price list and the rules of access are pure and may be shared.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/api/src/modules/([^/]+)/',
        pathNot: [
          '^apps/api/src/modules/$1/',
          String.raw`\.(service|mapper)\.ts$|/plans/(access|price-list)\.ts$`,
        ],
        ...values,
      },
    },
    {
      name: 'engine-is-pure',
      comment: 'Filters, ranking and search know neither the database nor HTTP.',
      severity: 'error',
      from: { path: '^apps/api/src/titles/engine/', pathNot: tests },
      to: {
        pathNot: [
          '^apps/api/src/titles/engine/',
          '^packages/(contracts|recommender)/',
          '/node_modules/stemmer/',
        ],
      },
    },
    {
      name: 'recommender-layers',
      comment: 'Serving a prediction needs no training; the lab may import every layer.',
      severity: 'error',
      from: { path: '^packages/recommender/src/(math|model|user|page|tell|deck|similar)/', pathNot: tests },
      to: { path: '^packages/recommender/src/train/' },
    },
    {
      name: 'recommender-model-below-answers',
      severity: 'error',
      from: { path: '^packages/recommender/src/(math|model)/', pathNot: tests },
      to: { path: '^packages/recommender/src/(user|page|tell|deck|similar)/' },
    },
    {
      name: 'recommender-through-its-entry',
      comment:
        'The product uses what index.ts and training.ts export. Only the lab reaches into the folders.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '^apps/lab/' },
      to: { path: '^packages/recommender/src/', pathNot: '/(index|training)\\.ts$' },
    },
    {
      name: 'training-loads-apart',
      comment:
        'A process that serves must not load what trains, so only the process of trainings imports it.',
      severity: 'error',
      from: {
        path: ['^packages/recommender/src/index\\.ts$', '^apps/api/src/'],
        pathNot: [tests, '^apps/api/src/modules/recommender/training\\.worker\\.ts$'],
      },
      to: {
        path: [
          '^packages/recommender/src/(train/|training\\.)',
          '^apps/api/src/modules/recommender/training\\.worker\\.ts$',
        ],
        ...values,
      },
    },
    {
      name: 'artwork-is-pure',
      severity: 'error',
      from: { path: '^packages/artwork/src/', pathNot: tests },
      to: {
        pathNot: ['^packages/artwork/src/', ...npm('opentype.js', '@fontsource/[^/]+', '@types/opentype.js')],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'no-imports-between-features',
      comment: 'Every feature may use the feature of titles, which uses no other feature.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/(features|app)/', pathNot: '^apps/web/src/features/($1|titles)/' },
    },
    {
      name: 'components-below-features',
      severity: 'error',
      from: { path: '^apps/web/src/(components|lib|config)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'no-imports-from-tests',
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
      name: 'imports-resolve',
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
      // Without `types`, which leads to declarations in `dist`: they are excluded, so no rule about the recommender would
      // find anything.
      conditionNames: ['node', 'import', 'module', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
