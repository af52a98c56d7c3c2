import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { build, type Plugin, type ResolvedConfig } from 'vite';

const WORKER = 'src/features/offline/offline.worker.ts';
const PAGE = 'offline.html';
/**
 * The files that the service worker stores. Of the fonts, these are only the files for English and other
 * Latin text.
 */
const STORED = /^offline\.html$|\.(css|js)$|-(basic|latin-wght-normal)-[\w-]+\.woff2$/;

/** Builds the offline page with its script and style sheet. Returns the files to store. */
async function buildPage(root: string, outDir: string): Promise<string[]> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, PAGE) },
    },
  });
  if (!('output' in result)) throw new Error('The build of the offline page has no output');
  return result.output.map(({ fileName }) => fileName).filter((file) => STORED.test(file));
}

/** Builds the service worker as one classic script. `files` are the files that the service worker stores. */
async function buildWorker(root: string, outDir: string, files: readonly string[]): Promise<void> {
  const html = await readFile(join(outDir, PAGE));
  const version = createHash('sha256').update(html).digest('hex').slice(0, 12);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: {
      OFFLINE_VERSION: JSON.stringify(version),
      OFFLINE_FILES: JSON.stringify(files.map((file) => `/${file}`)),
    },
    build: {
      target: 'es2023',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: WORKER, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
}

/**
 * Scales the mark to 75 % of the icon. Platforms cut an icon to a mask, but always show a circle with 80 % of
 * the icon's width.
 */
const masked = (svg: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#16130f"/>${svg.replace('<svg ', '<svg x="8" y="8" width="48" height="48" ')}</svg>`;

const draw = (svg: string, size: number): Promise<Buffer> =>
  // The mark is 64 units wide. At 72 dots per inch, sharp draws one unit as one pixel.
  sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer();

/**
 * Returns an ICO file with one PNG image. A browser asks for `/favicon.ico` on every page that names no icon, such as a
 * reply of the API.
 */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  // Type 1 is an icon; the file has one image.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  // One color plane, 32 bits a pixel, then the length of the image and where it starts.
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** Draws the icons of the installed app and `/favicon.ico` from the name mark in `public/favicon.svg`. */
async function drawIcons(root: string, outDir: string): Promise<void> {
  const mark = await readFile(join(root, 'public/favicon.svg'), 'utf8');
  const icons = [
    { name: 'icon-192.png', svg: mark, size: 192 },
    { name: 'icon-512.png', svg: mark, size: 512 },
    { name: 'icon-maskable-512.png', svg: masked(mark), size: 512 },
    { name: 'apple-touch-icon.png', svg: masked(mark), size: 180 },
  ];
  await Promise.all(
    icons.map(async ({ name, svg, size }) => writeFile(join(outDir, name), await draw(svg, size))),
  );
  await writeFile(join(outDir, 'favicon.ico'), iconFile(await draw(mark, 48), 48));
}

/**
 * Adds the parts of an installed app: the service worker, the offline page (docs/product.md#offline) and the icons that
 * `public/manifest.webmanifest` names.
 */
export function offline(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'marquee:offline',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir);
        await buildWorker(config.root, folder, await buildPage(config.root, folder));
        await drawIcons(config.root, folder);
      },
    },
  };
}
