// Lists the sources and tests of apps, packages, prisma and .config for the checks, without generated files.
import { globSync } from 'node:fs';
import { sep } from 'node:path';

const PATTERN = '{apps,packages,prisma,.config}/**/*.{ts,tsx,mjs,js,css,sql,prisma,html}';
const GENERATED = /(^|\/)(node_modules|dist|client|coverage|reports|test-results|playwright-report|\.turbo)$/;

/**
 * @param {string} baseDir the folder with apps/, packages/, prisma/ and .config/
 * @returns {string[]} paths relative to `baseDir`, with `/` between folders
 */
export function listSources(baseDir) {
  const withSlashes = (path) => path.split(sep).join('/');
  return globSync(PATTERN, { cwd: baseDir, exclude: (path) => GENERATED.test(withSlashes(path)) })
    .map(withSlashes)
    .toSorted();
}
