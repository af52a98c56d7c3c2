import type { Manifest } from 'vite';

/** Named chunks of vite.config.ts. */
const FRAME = ['frame'];
const MEMBER = ['frame', 'member'];

/**
 * The modules that an address needs besides the entry, by its first segment. `landing` is `/` for visitors, `list` is
 * one list, and `title` is the modal at `…/media/{id}`.
 */
const SCREENS: Record<string, string[]> = {
  landing: ['src/app/routes/public/landing.tsx'],
  login: [...FRAME, 'src/app/routes/account/login.tsx'],
  register: [...FRAME, 'src/app/routes/account/register.tsx'],
  plans: [...FRAME, 'src/app/routes/plans/plans.tsx'],
  faq: [...FRAME, 'src/app/routes/public/faq.tsx'],
  discover: [...MEMBER, 'src/app/routes/member/discover.tsx'],
  my_lists: [...MEMBER, 'src/app/routes/member/my-lists.tsx'],
  list: [...MEMBER, 'src/app/routes/member/list.tsx'],
  title: [...MEMBER, 'src/app/routes/member/title-modal.tsx'],
  hidden: [...MEMBER, 'src/app/routes/member/hidden.tsx'],
  people: [...MEMBER, 'src/app/routes/member/person.tsx'],
  search: [...MEMBER, 'src/app/routes/member/search.tsx'],
  rating: [...MEMBER, 'src/app/routes/member/rating.tsx'],
  settings: [...FRAME, 'src/app/routes/settings/settings.tsx'],
};

/**
 * Returns the manifest's key of a module or named chunk. Throws on an unknown name, so that a rename fails the build.
 */
function keyOf(manifest: Manifest, name: string): string {
  const key = name in manifest ? name : Object.keys(manifest).find((key) => manifest[key]?.name === name);
  if (key === undefined) throw new Error(`The build has no chunk for ${name}`);
  return key;
}

/** Adds a chunk and everything it imports to `seen`. */
function collect(manifest: Manifest, key: string, seen: Set<string>): void {
  if (seen.has(key)) return;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) collect(manifest, next, seen);
}

const filesOf = (manifest: Manifest, keys: Iterable<string>): string[] =>
  [...keys].flatMap((key) => manifest[key]?.file ?? []);

/** Files that every page loads. */
export function entryChunks(manifest: Manifest): string[] {
  const entry = new Set<string>();
  collect(manifest, 'index.html', entry);
  return filesOf(manifest, entry);
}

/** The two font files that most text needs. */
export function fontFiles(manifest: Manifest): string[] {
  return filesOf(
    manifest,
    Object.keys(manifest).filter((key) => key.endsWith('-latin-wght-normal.woff2')),
  );
}

/** Files that each screen's first load needs besides the entry's files. */
export function screenChunks(manifest: Manifest): Record<string, string[]> {
  const entry = new Set(entryChunks(manifest));
  return Object.fromEntries(
    Object.entries(SCREENS).map(([screen, modules]) => {
      const needed = new Set<string>();
      for (const module of modules) collect(manifest, keyOf(manifest, module), needed);
      return [screen, filesOf(manifest, needed).filter((file) => !entry.has(file))];
    }),
  );
}
