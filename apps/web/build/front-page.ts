import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { build, type Manifest, normalizePath, type Plugin, type ResolvedConfig } from 'vite';
import { chunksOf } from './manifest.ts';
import { prerender } from './prerender.ts';

/** Becomes the file `boot.js`, because the content security policy forbids inline scripts. */
const BOOT = 'src/boot/boot.ts';

/** Builds the boot script as one classic script, which runs before the first paint. */
async function buildBoot(root: string, outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: BOOT, output: { format: 'iife', entryFileNames: 'boot.js' } },
    },
  });
}

/**
 * Writes the boot script. Adds to index.html the templates of landing page and navigation, and the list of
 * files for each screen.
 */
export function frontPage(): Plugin {
  let config: ResolvedConfig;
  const fileOf = new Map<string, string>();
  return {
    name: 'marquee:front-page',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'pre',
      // The development server runs the source of the boot script.
      handler: (html, { server }) =>
        server ? html.replace('<script src="/boot.js">', `<script type="module" src="/${BOOT}">`) : html,
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          for (const id of chunk.moduleIds)
            fileOf.set(normalizePath(relative(config.root, id)), chunk.fileName);
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        if (config.command !== 'build') return;
        const folder = resolve(config.root, config.build.outDir);
        const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
        const { landing, frame, screens } = await prerender(config.root);
        await buildBoot(config.root, folder);
        // An unescaped `<` could end the script element.
        const chunks = JSON.stringify(chunksOf(manifest, screens, fileOf)).replaceAll(
          '<',
          String.raw`\u003c`,
        );
        const list = `<script type="application/json" id="chunks">${chunks}</script>`;
        const templates = `<template id="landing">${landing}</template><template id="frame">${frame}</template>`;
        const front = `${templates}<script src="/boot.js"></script>`;
        const path = join(folder, 'index.html');
        const html = await readFile(path, 'utf8');
        await writeFile(
          path,
          html.replace('<!--chunks-->', () => list).replace('<!--landing-->', () => front),
        );
      },
    },
  };
}
