// Checks the import rules, and prints one line per violation and per source that was not read. Uses the API
// of dependency-cruiser, because its command line warns that TypeScript 7 has no JavaScript API.
import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { cruise } from 'dependency-cruiser';
import config from './dependency-cruiser.mjs';
import { findFolderCircles } from './folder-circles.mjs';

const root = join(import.meta.dirname, '..');

/**
 * @param {string} baseDir the folder with apps/, packages/ and prisma/
 * @returns {Promise<string[]>} one line per violation and per source that was not read
 */
export async function findViolations(baseDir) {
  const { options, forbidden } = config;
  const { output } = await cruise(
    ['apps', 'packages', 'prisma'],
    { ...options, baseDir, validate: true, ruleSet: { forbidden } },
    options.enhancedResolveOptions,
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of a result');
  const seen = new Set(output.modules.map((module) => module.source));
  const missed = globSync('{apps,packages,prisma}/**/*.{ts,tsx}', {
    cwd: baseDir,
    exclude: (path) => /(^|\/)(node_modules|dist|client)$/.test(path.split(sep).join('/')),
  })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !seen.has(path) && !path.endsWith('.d.ts'));
  return [
    ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...findFolderCircles(output.modules),
    ...missed.map((path) => `not-read: ${path}`),
  ];
}

if (process.argv[1] && relative(process.argv[1], import.meta.filename) === '') {
  const lines = await findViolations(root);
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
