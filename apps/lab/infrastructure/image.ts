// Runs the steps of a Dockerfile in empty folders, for machines without a Docker engine. Each stage is a
// folder with the paths of the container.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { outsideVitest } from './outside-vitest.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../../..');
/** The paths that .dockerignore excludes. */
const IGNORED = /(^|\/)(node_modules|dist|\.turbo|\.env|[^/]*\.test\.tsx?)$/;

interface Instruction {
  name: string;
  text: string;
}

export interface Image {
  /** The folder of the last stage, which represents its root folder `/`. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string | null;
  command: string[];
  healthcheck: string;
}

function readInstructions(file: string): Instruction[] {
  const lines = readFileSync(file, 'utf8').replaceAll('\\\n', ' ').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1).trim() }));
}

function copy(stage: Image, stages: Map<string, string>, text: string): void {
  const words = text.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const source = from === undefined ? project : (stages.get(from) ?? '');
  const target = words.pop() ?? '';
  for (const word of words) {
    const path = join(source, word);
    const isFolder = statSync(path).isDirectory();
    const into = join(stage.root, stage.workdir, target);
    cpSync(path, isFolder || !target.endsWith('/') ? into : join(into, basename(path)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => from !== undefined || !IGNORED.test(each.slice(project.length)),
    });
  }
}

interface Options {
  /** Stages whose results already exist in this repository. Their steps do not run. */
  provided?: string[];
  /** The folder for the stages. The caller removes it. */
  folder?: string;
}

/**
 * Builds the image of a Dockerfile (a path from the root of the repository).
 * @throws Error for an instruction that the Dockerfiles of this repository do not use.
 */
export async function buildImage(
  dockerfile: string,
  { provided = [], folder }: Options = {},
): Promise<Image> {
  const base = mkdtempSync(join(folder ?? tmpdir(), 'image-'));
  const stages = new Map<string, string>();
  const named = new Map<string, Image>();
  let stage: Image = { root: '', workdir: '', env: {}, user: null, command: [], healthcheck: '' };
  let isProvided = false;
  for (const { name, text } of readInstructions(join(project, dockerfile))) {
    if (name === 'FROM') {
      const [from = '', , as = 'final'] = text.split(/\s+/);
      isProvided = provided.includes(as);
      const parent = named.get(from);
      stage = parent
        ? { ...parent, env: { ...parent.env } }
        : { root: '', workdir: '', env: {}, user: null, command: [], healthcheck: '' };
      stage.root = join(base, as);
      mkdirSync(stage.root);
      if (parent) cpSync(parent.root, stage.root, { recursive: true, verbatimSymlinks: true });
      named.set(as, stage);
      stages.set(as, stage.root);
      if (isProvided) {
        const results = ['prisma/client', 'apps/web/dist'].filter((path) => existsSync(join(project, path)));
        for (const path of ['prisma/client', 'apps/web/dist'])
          mkdirSync(join(stage.root, stage.workdir, path), { recursive: true });
        for (const path of results)
          cpSync(join(project, path), join(stage.root, stage.workdir, path), { recursive: true });
      }
    } else if (isProvided) continue;
    else if (name === 'WORKDIR') {
      stage.workdir = text;
      mkdirSync(join(stage.root, text), { recursive: true });
    } else if (name === 'ENV') {
      const [key = '', value = ''] = text.split('=', 2);
      stage.env[key] = value;
    } else if (name === 'COPY') copy(stage, stages, text);
    else if (name === 'RUN')
      await run('/bin/sh', ['-ec', text], {
        cwd: join(stage.root, stage.workdir),
        env: { ...outsideVitest, ...stage.env },
        maxBuffer: 2 ** 26,
      });
    else if (name === 'USER') stage.user = text;
    else if (name === 'CMD') stage.command = JSON.parse(text);
    else if (name === 'HEALTHCHECK') stage.healthcheck = text;
    else if (!['EXPOSE', 'STOPSIGNAL'].includes(name))
      throw new Error(`${dockerfile}: unknown instruction ${name}`);
  }
  return stage;
}
