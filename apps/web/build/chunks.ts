import { join } from 'node:path';

interface Modules {
  getModuleInfo: (
    id: string,
  ) => { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] } | null;
}

const source = join(import.meta.dirname, '../src');
const ENTRY = 'entry';
const FRAME = join(source, 'app/shell/frame.tsx');
const MEMBER_FRAME = join(source, 'app/routes/member/member-frame.tsx');
const LANDING = join(source, 'app/routes/public/landing.tsx');
const DISCOVER = join(source, 'app/routes/member/discover.tsx');
const TITLE = join(source, 'app/routes/member/title-modal.tsx');
const LIST = join(source, 'app/routes/member/list.tsx');
const SETTINGS = join(source, 'app/routes/settings/settings.tsx');
const LOGIN = join(source, 'app/routes/account/login.tsx');

/** A module that at least this many screens need is in the file of the frame. */
const MANY = 9;

/**
 * Returns the modules that need a module, directly or through others. Contains only modules loaded by `import()`, and
 * the entry.
 */
function rootsOf(id: string, modules: Modules): Set<string> {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const walk = (at: string) => {
    if (seen.has(at)) return;
    seen.add(at);
    const info = modules.getModuleInfo(at);
    if (!info) return;
    if (info.isEntry) roots.add(ENTRY);
    if (info.dynamicImporters.length > 0) roots.add(at);
    for (const importer of info.importers) walk(importer);
  };
  walk(id);
  return roots;
}

/**
 * Returns the name of the shared file of a module, or null to let the bundler choose. Screens load few files,
 * because a file costs a round trip, and HTTP/1.1 browsers fetch six at a time.
 */
export function groupOf(id: string, modules: Modules): string | null {
  const roots = rootsOf(id, modules);
  // Every page loads the entry. Code that the landing page shares with other pages is small, so it is in the
  // entry file.
  if (roots.has(ENTRY) || (roots.has(LANDING) && roots.size > 1)) return 'entry';
  if (id === FRAME) return 'frame';
  if (id === MEMBER_FRAME || id === TITLE) return 'member';
  // Every other module that `import()` loads keeps its own file.
  if (roots.has(id) || (roots.size < 2 && !roots.has(FRAME))) return null;
  if (roots.has(FRAME) || roots.size >= MANY) return 'frame';
  // A title opens over every screen for members, so its code is in the file that all these screens load.
  if (roots.has(DISCOVER) || roots.has(TITLE)) return 'member';
  if (roots.has(LIST)) return 'lists';
  if (roots.has(LOGIN)) return 'account';
  // The settings show a little of many screens.
  return roots.has(SETTINGS) ? 'options' : null;
}
