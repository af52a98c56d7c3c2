import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest']);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` file beside every text file of the build, so that the server never compresses.
 * Files under 1 kB are skipped, because the saving is smaller than the overhead.
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'marquee:precompress',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)));
        await Promise.all(
          files.map(async (entry) => {
            const path = join(entry.parentPath, entry.name);
            const body = await readFile(path);
            if (body.length < 1024) return;
            const [br, gz] = await Promise.all([
              brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
              zip(body, { level: 9 }),
            ]);
            await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
          }),
        );
      },
    },
  };
}
