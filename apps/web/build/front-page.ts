import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin, type ResolvedConfig } from 'vite';

const FRAME = ['src/app/shell/frame.tsx'];
const MEMBER = [...FRAME, 'src/app/routes/member/member-frame.tsx'];

/** The modules that an address's first segment needs beside the entry; `landing` is `/` for visitors. */
const SCREENS: Record<string, string[]> = {
  landing: ['src/app/routes/public/landing.tsx'],
  login: [...FRAME, 'src/app/routes/account/login.tsx'],
  register: [...FRAME, 'src/app/routes/account/register.tsx'],
  plans: [...FRAME, 'src/app/routes/plans/plans.tsx'],
  faq: [...FRAME, 'src/app/routes/public/faq.tsx'],
  discover: [...MEMBER, 'src/app/routes/member/discover.tsx'],
  search: [...MEMBER, 'src/app/routes/member/search.tsx'],
  rating: [...MEMBER, 'src/app/routes/member/rating.tsx'],
};

/** Adds a chunk and everything it imports to `seen`. */
function collect(manifest: Manifest, key: string, seen: Set<string>): void {
  if (seen.has(key)) return;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) collect(manifest, next, seen);
}

function chunksOf(manifest: Manifest): Record<string, string[]> {
  const entry = new Set<string>();
  collect(manifest, 'index.html', entry);
  return Object.fromEntries(
    Object.entries(SCREENS).map(([screen, modules]) => {
      const needed = new Set<string>();
      for (const module of modules) collect(manifest, module, needed);
      const own = [...needed].filter((key) => !entry.has(key));
      return [screen, own.flatMap((key) => manifest[key]?.file ?? [])];
    }),
  );
}

/** Draws the landing page with a server build of `src/prerender.tsx` that is thrown away afterwards. */
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
 * Finishes index.html: the landing page's HTML in a template, and the list of chunks each screen needs.
 * `public/boot.js` unfolds the one for visitors at `/`, who read the page before any of the app's code has arrived,
 * and preloads from the other, so that a screen's code travels together with the app's and not after it.
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
        const chunks = JSON.stringify(chunksOf(manifest));
        const path = join(folder, 'index.html');
        const html = await readFile(path, 'utf8');
        const finished = `<template id="landing">${landing}</template><script type="application/json" id="chunks">${chunks}</script><script src="/boot.js"></script>`;
        await writeFile(
          path,
          html.replace('<!--landing-->', () => finished),
        );
      },
    },
  };
}
