// Checks that no source or test has more than 400 lines (CONTRIBUTING.md, "House rules").
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listSources } from './sources.mjs';

const root = join(import.meta.dirname, '..');
const MOST_LINES = 400;

/**
 * @param {string} baseDir the folder with apps/, packages/, prisma/ and .config/
 * @returns {string[]} one line per source with too many lines. Ignores migrations and the schema.
 */
export function findLongSources(baseDir) {
  return listSources(baseDir)
    .filter((path) => !/\.(sql|prisma)$/.test(path))
    .map((path) => [path, readFileSync(join(baseDir, path), 'utf8').trimEnd().split('\n').length])
    .filter(([, lines]) => lines > MOST_LINES)
    .map(([path, lines]) => `${path}: ${lines} lines, the limit is ${MOST_LINES}`);
}

if (process.argv[1] && relative(process.argv[1], import.meta.filename) === '') {
  const lines = findLongSources(root);
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
