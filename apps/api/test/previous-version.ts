// The version before this one: the newest tag v* before HEAD.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../../..');

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The tag, or null: no release yet, a clone without tags, or a folder without git. */
export function findPreviousTag(): string | null {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD^');
  } catch {
    return null;
  }
}

/** Why tests that need the tag are skipped. */
export const NO_PREVIOUS_TAG =
  'skipped: no tag v* before HEAD in this clone, so there is no previous version';

/** The names of the migrations of a version. */
export const listMigrationsOf = (tag: string): Set<string> =>
  new Set(
    git('ls-tree', '-d', '--name-only', `${tag}:prisma/migrations`)
      .split('\n')
      .filter((name) => name !== ''),
  );

/** Writes the sources of a version into a folder. */
export function checkOut(tag: string, folder: string): void {
  const archive = execFileSync('git', ['archive', tag], { cwd: project, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}
