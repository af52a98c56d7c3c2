// Finds and reads the previous version, which is the newest release before HEAD.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const project = join(import.meta.dirname, '../../..');

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function tryGit(...args: string[]): string | null {
  try {
    return git(...args) || null;
  } catch {
    return null;
  }
}

/**
 * Returns the newest tag v* before HEAD or, in a clone without tags, the newest commit `chore: release v*`
 * (CONTRIBUTING.md). Null without a release, in a shallow clone, and in a folder without git.
 */
export const findPreviousVersion = (): string | null =>
  tryGit('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD^') ??
  tryGit('log', '--max-count=1', '--format=%H', '--grep=^chore: release v[0-9]', 'HEAD^');

/** Suffix for the names of tests that are skipped because no previous version exists. */
export const NO_PREVIOUS_VERSION = 'skipped: this clone holds no release before HEAD';

/** Returns the names of the migrations of a version. */
export const listMigrationsOf = (version: string): Set<string> =>
  new Set(
    git('ls-tree', '-d', '--name-only', `${version}:prisma/migrations`)
      .split('\n')
      .filter((name) => name !== ''),
  );

/** Writes the sources of a version into a folder. */
export function checkOut(version: string, folder: string): void {
  const archive = execFileSync('git', ['archive', version], { cwd: project, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}
