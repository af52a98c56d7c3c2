// Memory and processor time of a process and its descendants, from /proc. Linux only.
import { globSync, readFileSync } from 'node:fs';

/** The ticks of /proc/PID/stat in a second, on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** Reads a file of a process in /proc; null when the process has ended. */
function read(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}

/** Returns the ids of the process and its descendants. */
export function listTree(root: number): number[] {
  const children = globSync(`/proc/${root}/task/*/children`)
    .map((file) => read(root, file.slice(`/proc/${root}/`.length)) ?? '')
    .flatMap((text) => text.split(' ').filter(Boolean).map(Number));
  return [root, ...children.flatMap(listTree)];
}

/** Returns the part of the stack that a process belongs to, from its command line. */
export function nameOf(pid: number): string {
  const command = (read(pid, 'cmdline') ?? '').replaceAll('\0', ' ');
  if (/postgres|marquee-watch/.test(command)) return 'PostgreSQL';
  if (/redis-server/.test(command)) return 'Redis';
  if (/training\.worker/.test(command)) return 'training';
  if (/maildev/.test(command)) return 'inbox';
  if (/local\/src\/start\.ts|bench\/server\.ts/.test(command)) return 'API';
  return 'others';
}

/** Returns the proportional set size in bytes: a page shared by n processes counts 1/n for each. */
export function pssOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup') ?? '')?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** Returns the processor time of all threads since the start of the process, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const stat = read(pid, 'stat') ?? '';
  // Skip the name in parentheses, which may contain spaces. The times of user and system are the fields 11 and 12 after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}
