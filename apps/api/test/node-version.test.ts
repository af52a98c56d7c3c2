import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pinned = read('.nvmrc').trim();

it.each(['apps/api/Dockerfile', 'apps/stripe-emulator/Dockerfile'])(
  'every stage of %s uses the Node version of .nvmrc',
  (file) => {
    const images = [...read(file).matchAll(/^FROM node:(\S+?)-\S+/gm)].map(([, version]) => version);
    expect(new Set(images)).toEqual(new Set([pinned]));
  },
);

it.each(['apps/api/package.json', 'apps/stripe-emulator/package.json'])(
  '%s refuses a Node older than the version of .nvmrc',
  (file) => {
    expect(JSON.parse(read(file)).engines.node).toBe(`^${pinned}`);
  },
);

const [major = 0, minor = 0, patch = 0] = pinned.split('.').map(Number);

it.each([
  ['the version of .nvmrc', pinned, true],
  ['a later patch', `${major}.${minor}.${patch + 1}`, true],
  ['a later minor version', `${major}.${minor + 10}.0`, true],
  ['an earlier minor version', `${major}.${minor - 1}.${patch + 9}`, false],
  ['an earlier major version', `${major - 1}.${minor + 1}.0`, false],
  ['a later major version', `${major + 1}.${minor + 1}.0`, false],
])('npm start on %s (%s) uses this Node: %s', async (_what, version, used) => {
  const { isRightNode }: { isRightNode: (version: string) => boolean } = await import(
    pathToFileURL(join(root, '.config/steps.mjs')).href
  );
  expect(isRightNode(version)).toBe(used);
});
