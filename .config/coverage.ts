// Reads the tests and finds the tests that contain an address or a text of the product.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from '@swc/core';

type Node = Record<string, unknown> & { type: string };

/** Strings and identifiers in a piece of code. An identifier may refer to a declaration with more strings. */
interface Found {
  strings: string[];
  names: string[];
}

interface Module {
  declarations: Map<string, Found>;
  /** File and exported name of each import, by local name. */
  imports: Map<string, { file: string; name: string }>;
  tests: { name: string; found: Found }[];
}

export interface NamedTest {
  file: string;
  name: string;
  /** Strings in the test, and in declarations of test files that the test uses. */
  strings: ReadonlySet<string>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * Returns the syntax nodes in a value. Looks into arrays and into objects without `type`, which wrap
 * arguments.
 */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (isNode(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(nodesIn) : [];
}

const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(nodesIn);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const nameOf = (value: unknown): string =>
  isNode(value) && value.type === 'Identifier' ? toText(value.value) : '';

/**
 * Returns the text of a string or template. `between` replaces each expression, which is an id in an address.
 */
function stringOf(node: Node, between = '1'): string | undefined {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return toText(node.value);
  if (node.type !== 'TemplateLiteral') return undefined;
  return nodesIn(node.quasis)
    .map(({ cooked }) => toText(cooked))
    .join(between);
}

function collect(nodes: Node[], found: Found = { strings: [], names: [] }): Found {
  for (const node of nodes) {
    const string = stringOf(node);
    if (string !== undefined) found.strings.push(string);
    if (node.type === 'Identifier') found.names.push(nameOf(node));
    if (node.type === 'MemberExpression') found.names.push(`${nameOf(node.object)}.${nameOf(node.property)}`);
    collect(childrenOf(node), found);
  }
  return found;
}

/**
 * Returns the first identifier of a call: `test` for `test(…)` and `test.each(…)(…)`. Returns '' for
 * `test.describe(…)`.
 */
function rootOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'MemberExpression')
    return nameOf(callee.property) === 'describe' ? '' : rootOf(callee.object);
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : nameOf(callee);
}

function findTests(nodes: Node[], tests: Module['tests']): void {
  for (const node of nodes) {
    const [title, ...rest] = node.type === 'CallExpression' ? nodesIn(node.arguments) : [];
    const name = title && stringOf(title, '…');
    if (name !== undefined && ['it', 'test'].includes(rootOf(node.callee)))
      tests.push({ name, found: collect([...nodesIn(node.callee), ...rest]) });
    else findTests(childrenOf(node), tests);
  }
}

function readModule(file: string): Module {
  const { body } = parseSync(readFileSync(file, 'utf8'), {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'esnext',
  });
  const read: Module = { declarations: new Map(), imports: new Map(), tests: [] };
  const nodes = nodesIn(body);
  for (const node of nodes) {
    const source = isNode(node.source) ? toText(node.source.value) : '';
    if (node.type === 'ImportDeclaration' && source.startsWith('.'))
      for (const each of nodesIn(node.specifiers))
        read.imports.set(nameOf(each.local), {
          file: join(dirname(file), source),
          name: nameOf(each.imported) || nameOf(each.local),
        });
    const declared = isNode(node.declaration) ? node.declaration : node;
    const name = nameOf(declared.identifier);
    if (name !== '') read.declarations.set(name, collect(childrenOf(declared)));
    for (const each of nodesIn(declared.declarations))
      if (nameOf(each.id) !== '') read.declarations.set(nameOf(each.id), collect(nodesIn(each.init)));
  }
  findTests(nodes, read.tests);
  return read;
}

const isTestCode = (file: string): boolean => /\.(test|spec)\.tsx?$|\/(test|support)\//.test(file);

/**
 * Returns every test of apps and packages with its strings.
 * @param constants values by name, such as `paths.login`.
 */
export function readTests(baseDir: string, constants: ReadonlyMap<string, string>): NamedTest[] {
  const modules = new Map<string, Module>();
  const load = (file: string): Module => {
    const known = modules.get(file) ?? readModule(file);
    modules.set(file, known);
    return known;
  };
  const resolve = (file: string, { strings, names }: Found, into: Set<string>, seen: Set<string>) => {
    for (const string of strings) into.add(string.replace(/\s+/g, ' ').trim());
    for (const name of names) {
      const constant = constants.get(name);
      if (constant !== undefined) into.add(constant);
      const at = load(file).imports.get(name) ?? { file, name };
      const key = `${at.file} ${at.name}`;
      if (seen.has(key) || !isTestCode(at.file) || !existsSync(at.file)) continue;
      const found = load(at.file).declarations.get(at.name);
      if (found) resolve(at.file, found, into, seen.add(key));
    }
    return into;
  };
  const files = globSync('{apps,packages}/**/*.{test,spec}.{ts,tsx}', {
    cwd: baseDir,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  return files.sort().flatMap((path) => {
    const file = join(baseDir, path);
    return load(file).tests.map(({ name, found }) => ({
      file: relative(baseDir, file),
      name,
      strings: resolve(file, found, new Set(), new Set()),
    }));
  });
}

/** A text with fewer characters must be a whole string, because a short text occurs in many other texts. */
const LONG = 12;

/** Returns a function that returns whether a test contains a text. `N` in the text matches a number. */
export const namesText =
  (text: string) =>
  ({ strings }: NamedTest): boolean =>
    strings.has(text) ||
    [...strings].some(
      (string) => string.replace(/\d+/, 'N') === text || (text.length >= LONG && string.includes(text)),
    );

/** Returns the strings of a test, shortened to addresses without origin, query and hash. */
const addressesOf = ({ strings }: NamedTest): string[] =>
  [...strings].map((string) => string.replace(/^1(?=\/)/, '').replace(/[?#].*$/, ''));

const toPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`);

/**
 * Returns a function that returns whether a web or e2e test contains an address of `path`. A path with fewer
 * parameters takes precedence.
 */
export function namesPath(path: string, all: readonly string[]): (test: NamedTest) => boolean {
  const parameters = (each: string): number => each.split(':').length;
  const closer = all.filter((each) => parameters(each) < parameters(path)).map(toPattern);
  const own = toPattern(path);
  return (test) =>
    /^apps\/(e2e|web)\//.test(test.file) &&
    addressesOf(test).some((at) => own.test(at) && !closer.some((other) => other.test(at)));
}
