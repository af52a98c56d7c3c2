import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest, Plugin } from 'vite';
import { entryChunks, screenChunks } from './manifest.ts';

/** Budgets in kB of gzip: first-load JavaScript by screen, and the largest chunk besides the entry. */
const SCREEN_KB: Record<string, number> = { landing: 115, discover: 175 };
const CHUNK_KB = 50;

/** Prints the first-load sizes and fails the build when one is over its budget. */
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
        const screens = screenChunks(manifest);
        const over: string[] = [];
        const say = (name: string, size: number, budget: number) => {
          const line = `${name}: ${size.toFixed(1)} kB of ${budget} kB`;
          this.info(line);
          if (size > budget) over.push(line);
        };
        for (const [screen, budget] of Object.entries(SCREEN_KB)) {
          say(`First load of ${screen}`, await kilobytes([...entry, ...(screens[screen] ?? [])]), budget);
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
