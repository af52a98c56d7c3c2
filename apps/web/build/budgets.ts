import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest, Plugin } from 'vite';
import type { Chunks } from '../src/boot/screens.ts';
import { entryChunks } from './manifest.ts';

/**
 * The largest allowed first-load JavaScript of a path, in kB of gzip. Each budget is the present size plus a
 * few kB.
 */
const SCREENS = [
  { name: 'landing', path: '/', isVisitor: true, budget: 102 },
  { name: 'discover', path: '/discover', isVisitor: false, budget: 145 },
];
/** Budget for each chunk except the entry, in kB of gzip. */
const CHUNK_KB = 50;

/** Prints the first-load sizes. Fails the build when a size is over its budget. */
export function budgets(): Plugin {
  let folder = '';
  return {
    name: 'marquee:budgets',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
        const kilobytes = async (files: string[]) => {
          const bodies = await Promise.all(files.map((file) => readFile(join(folder, file))));
          return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
        };
        const entry = ['boot.js', ...entryChunks(manifest)];
        const html = await readFile(join(folder, 'index.html'), 'utf8');
        const list = /<script type="application\/json" id="chunks">(.*?)<\/script>/.exec(html)?.[1];
        if (list === undefined) throw new Error('index.html has no list of chunks');
        const { files, screens }: Chunks = JSON.parse(list);
        const over: string[] = [];
        const say = (name: string, size: number, budget: number) => {
          const line = `${name}: ${size.toFixed(1)} kB of ${budget} kB`;
          this.info(line);
          if (size > budget) over.push(line);
        };
        for (const { name, path, isVisitor, budget } of SCREENS) {
          const [, visitor, member] = screens.find(([pattern]) => new RegExp(pattern).test(path)) ?? [];
          const own = (isVisitor ? visitor : member)?.flatMap((index) => files[index] ?? []) ?? [];
          say(`First load of ${name}`, await kilobytes([...entry, ...own]), budget);
        }
        const assets = (await readdir(join(folder, 'assets'))).map((file) => `assets/${file}`);
        const others = assets.filter((file) => file.endsWith('.js') && !entry.includes(file));
        const sizes = await Promise.all(
          others.map(async (file) => ({ file, size: await kilobytes([file]) })),
        );
        const largest = sizes.reduce((most, each) => (each.size > most.size ? each : most), {
          file: '',
          size: 0,
        });
        say(`Largest other chunk, ${largest.file}`, largest.size, CHUNK_KB);
        if (over.length > 0) throw new Error(`Over budget: ${over.join('; ')}`);
      },
    },
  };
}
