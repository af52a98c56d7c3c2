// Checks that the documents, anchors and ADRs cited by sources exist, and the sources cited by documents.
// Reads comments and strings of sources, because error messages cite documents too.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { listSources } from './sources.mjs';

const root = join(import.meta.dirname, '..');
// Skips a name directly after a quote, which is a part of a path as in `join(root, 'docs',
// 'performance.md')`.
const MENTION = /(?<!['"\w./-])([\w./-]*\w\.md)\b(?:#([\w-]+))?/g;
const SOURCE = /`([\w./*-]+\.(?:tsx?|mjs|sql|prisma|css))`/g;
const ADR = /\bADR[ -]?0*(\d+)\b/g;

/** Returns the anchors of a Markdown file: explicit ids, and the slugs that GitHub creates from headings. */
function anchorsOf(file) {
  const text = readFileSync(file, 'utf8');
  const ids = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id]) => id);
  const slugs = [...text.matchAll(/^#+ +(.+?) *$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...ids, ...slugs]);
}

/**
 * Returns the path of a mentioned file, from the root or from the folder of the source. Undefined if neither
 * exists.
 */
function findDocument(baseDir, source, path) {
  return [join(baseDir, path), join(baseDir, dirname(source), path)].find((file) => existsSync(file));
}

/**
 * @param {string} baseDir the folder with apps/, packages/, prisma/, .config/ and docs/
 * @returns {string[]} one line per citation of an absent document, anchor or ADR
 */
export function findBrokenCitations(baseDir) {
  const adrs = new Set(
    globSync('docs/adr/*.md', { cwd: baseDir }).map((path) => Number(path.match(/(\d+)-/)?.[1])),
  );
  const anchors = new Map();
  const hasAnchor = (file, anchor) => {
    if (!anchors.has(file)) anchors.set(file, anchorsOf(file));
    return anchors.get(file).has(anchor);
  };
  const broken = [];
  for (const source of listSources(baseDir)) {
    const lines = readFileSync(join(baseDir, source), 'utf8').split('\n');
    for (const [at, line] of lines.entries()) {
      const report = (problem) => broken.push(`${source}:${at + 1}: ${problem}`);
      for (const [, path = '', anchor] of line.matchAll(MENTION)) {
        const file = findDocument(baseDir, source, path);
        if (!file) report(`no file ${path}`);
        else if (anchor && !hasAnchor(file, anchor)) report(`no anchor #${anchor} in ${path}`);
      }
      for (const [mention, number] of line.matchAll(ADR)) {
        if (!adrs.has(Number(number))) report(`no ${mention}`);
      }
    }
  }
  return broken;
}

/** Returns whether a source's path ends with a name from a document. Documents may omit leading folders. */
const isSource = (name, sources) =>
  name.includes('*')
    ? sources.some((path) => matchesGlob(path, `**/${name}`))
    : sources.some((path) => path === name || path.endsWith(`/${name}`));

/**
 * @param {string} baseDir the folder with apps/, packages/, prisma/, .config/ and docs/
 * @returns {string[]} one line per absent source that a document names
 */
export function findMissingSources(baseDir) {
  const sources = listSources(baseDir);
  return globSync(['docs/**/*.md', '*.md'], { cwd: baseDir }).flatMap((document) => {
    const named = [...readFileSync(join(baseDir, document), 'utf8').matchAll(SOURCE)].map(([, name]) => name);
    return [...new Set(named)]
      .filter((name) => !isSource(name, sources) && !existsSync(join(baseDir, name)))
      .map((name) => `${document}: no file ${name}`);
  });
}

if (process.argv[1] && relative(process.argv[1], import.meta.filename) === '') {
  const lines = [...findBrokenCitations(root), ...findMissingSources(root)];
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
