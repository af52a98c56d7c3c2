import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';

/** A path of the app, with the source modules that it loads for visitors and for members. */
export interface ScreenModules {
  path: string;
  visitor: string[];
  member: string[];
}

/**
 * Renders the landing page and the members' navigation with a temporary server build of `src/prerender.tsx`.
 * Also loads each route, to list the modules of the chunk that has the route's component.
 */
export async function prerender(
  root: string,
): Promise<{ landing: string; frame: string; screens: ScreenModules[] }> {
  const work = join(root, 'node_modules/.prerender');
  await build({
    root,
    logLevel: 'warn',
    build: { ssr: 'src/prerender.tsx', outDir: work, emptyOutDir: true, manifest: true },
  });
  const load = (file: string) => import(pathToFileURL(join(work, file)).href);
  const manifest: Manifest = JSON.parse(await readFile(join(work, '.vite/manifest.json'), 'utf8'));
  const sources = new Map<unknown, string>();
  for (const [source, { file, isDynamicEntry }] of Object.entries(manifest)) {
    if (!isDynamicEntry) continue;
    for (const component of Object.values(await load(file))) sources.set(component, source);
  }
  const sourceOf = (component: unknown): string => {
    const source = sources.get(component);
    if (source === undefined) throw new Error(`No chunk of the build exports ${String(component)}`);
    return source;
  };
  const { listScreens, renderFrame, renderLanding }: typeof import('../src/prerender.tsx') =
    await load('prerender.js');
  const screens = (await listScreens()).map(({ path, visitor, member }) => ({
    path,
    visitor: visitor.map(sourceOf),
    member: member.map(sourceOf),
  }));
  const [landing, frame] = [await renderLanding(), await renderFrame()];
  await rm(work, { recursive: true });
  return { landing, frame, screens };
}
