// Fails when a package of the product has a license that is not allowed, or a vulnerability that the registry
// lists. A registry that does not answer is a failure with `--strict` only, which a release needs: a checkout without a
// network must still pass its tests.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';

const root = join(import.meta.dirname, '..');
const AUDIT_TIMEOUT_MS = 20_000;
const OUTPUT_LIMIT_BYTES = 50_000_000;

/** The licenses that require only a notice. The OFL of fonts allows distribution within a product. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
  'Zlib',
];
/** The packages with another license, each with the reason why the package is allowed. */
const EXCEPTIONS = [
  // Encrypts web pushes. The MPL asks for the source of changed files, and these are unchanged.
  [/^web-push$/, 'MPL-2.0'],
  // Part of Prisma Studio, which is not used. The EPL allows distribution of unchanged files.
  [/^elkjs$/, 'EPL-2.0'],
  // The image library of sharp. The LGPL allows an unchanged shared library that users can replace.
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
];

/** Returns whether the SPDX expression is satisfied by the allowed licenses. A text that is no expression is not. */
function isAllowed(expression) {
  try {
    return satisfies(expression, ALLOWED);
  } catch {
    return false;
  }
}

/**
 * @param {Record<string, { name: string, versions: string[] }[]>} licences the output of `pnpm licenses list
 * --json`
 * @returns {string[]} one line per package with a license that is not allowed
 */
function findForeignLicences(licences) {
  return Object.entries(licences)
    .filter(([licence]) => !isAllowed(licence))
    .flatMap(([licence, packages]) =>
      packages
        .filter(
          ({ name }) => !EXCEPTIONS.some(([pattern, allowed]) => pattern.test(name) && allowed === licence),
        )
        .map(
          ({ name, versions }) => `${name}@${versions.join(', ')}: the licence ${licence} is not on the list`,
        ),
    );
}

/**
 * @param {string} answer the output of `pnpm audit --json`
 * @returns {{ note?: string, problems: string[] }} `note` when the output has no list of vulnerabilities
 */
function readAudit(answer) {
  let audit;
  try {
    audit = JSON.parse(answer);
  } catch {
    return { note: 'no answer', problems: [] };
  }
  if (audit.error || !audit.advisories)
    return { note: String(audit.error?.code ?? 'an answer of another form'), problems: [] };
  return {
    problems: Object.values(audit.advisories)
      .filter(({ severity }) => severity !== 'low' && severity !== 'info')
      .map(({ module_name, severity, title, url }) => `${module_name}: ${severity}: ${title} (${url})`),
  };
}

/**
 * Returns the standard output of pnpm. Ignores the exit code, because `pnpm audit` fails on a vulnerability.
 */
function outputOf(args, timeout) {
  return new Promise((resolve) => {
    execFile('pnpm', args, { cwd: root, timeout, maxBuffer: OUTPUT_LIMIT_BYTES }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

async function main() {
  const [licences, audit] = await Promise.all([
    outputOf(['licenses', 'list', '--json', '--prod'], 0),
    outputOf(['audit', '--json', '--prod'], AUDIT_TIMEOUT_MS),
  ]);
  const { note, problems } = readAudit(audit);
  const isStrict = process.argv.includes('--strict');
  const unknown = `The packages are not audited: the registry offers no list of vulnerabilities (${note})`;
  if (note && !isStrict) console.warn(unknown);
  const lines = [
    ...findForeignLicences(JSON.parse(licences)),
    ...problems,
    ...(note && isStrict ? [unknown] : []),
  ];
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}

await main();
