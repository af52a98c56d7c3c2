import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, minifySync, type Plugin, type ResolvedConfig } from 'vite';
import { fontFiles, screenChunks } from './manifest.ts';

/** Renders the landing page with a temporary server build of `src/prerender.tsx`. */
async function drawLanding(root: string): Promise<string> {
  const work = join(root, 'node_modules/.prerender');
  await build({
    root,
    logLevel: 'warn',
    build: { ssr: 'src/prerender.tsx', outDir: work, emptyOutDir: true, manifest: false },
  });
  const { renderLanding } = await import(pathToFileURL(join(work, 'prerender.js')).href);
  const html: string = await renderLanding();
  await rm(work, { recursive: true });
  return html;
}

/**
 * Completes index.html and `boot.js` with the landing page's HTML in a template and the list of chunks for each screen.
 * `public/boot.js` shows the template to visitors at `/` before the app's code has loaded. It preloads the chunks of
 * the screen in parallel with the app's code.
 */
export function frontPage(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'marquee:front-page',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir);
        const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
        const landing = await drawLanding(config.root);
        const chunks = JSON.stringify({ ...screenChunks(manifest), fonts: fontFiles(manifest) });
        const path = join(folder, 'index.html');
        const html = await readFile(path, 'utf8');
        // boot.js blocks the first paint, so its comments are removed.
        const boot = join(folder, 'boot.js');
        const { code, errors } = minifySync('boot.js', await readFile(boot, 'utf8'));
        if (errors.length > 0) throw new Error(`boot.js: ${errors[0]?.message}`);
        await writeFile(boot, code);
        const list = `<script type="application/json" id="chunks">${chunks}</script>`;
        const front = `<template id="landing">${landing}</template><script src="/boot.js"></script>`;
        await writeFile(
          path,
          html.replace('<!--chunks-->', () => list).replace('<!--landing-->', () => front),
        );
      },
    },
  };
}
