// Finds circular imports between folders, because no folder of a circle can be moved alone. Two folders can
// import each other although no two files do.

/**
 * Matches the folder of a source. Sources outside these folders are not checked, because they connect the
 * folders.
 */
const CAPABILITY =
  /^(apps\/api\/src\/(?:titles|modules)\/[^/]+|apps\/api\/src\/(?!titles\/|modules\/)[^/]+|apps\/web\/src\/(?:features|lib|components)\/[^/]+|apps\/stripe-emulator\/src\/[^/]+)\//;
const TEST = /\.test\.tsx?$/;

const folderOf = (path) => (TEST.test(path) ? null : (CAPABILITY.exec(path)?.[1] ?? null));

/**
 * @param {{source: string, dependencies: {resolved: string, dependencyTypes: string[]}[]}[]} modules
 * @returns {string[]} one line per circle. Ignores imports of types, which do not exist at run time.
 */
export function findFolderCircles(modules) {
  /** @type {Map<string, Map<string, string>>} folder → imported folder → an import as an example */
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    for (const { resolved, dependencyTypes } of from ? dependencies : []) {
      const to = folderOf(resolved);
      if (!to || to === from || dependencyTypes.includes('type-only')) continue;
      const targets = imports.get(from) ?? new Map();
      imports.set(from, targets.set(to, `${source} → ${resolved}`));
    }
  }
  /** Returns the shortest chain of imports from one folder to another. */
  const wayBetween = (start, end) => {
    const ways = [{ folder: start, way: [] }];
    const seen = new Set([start]);
    for (const { folder, way } of ways) {
      for (const [next, example] of imports.get(folder) ?? []) {
        if (next === end) return [...way, example];
        if (!seen.has(next)) ways.push({ folder: next, way: [...way, example] });
        seen.add(next);
      }
    }
    return null;
  };
  return [...imports.keys()].flatMap((folder) => {
    const way = wayBetween(folder, folder);
    // Reports a circle once, for the first of its folders in alphabetical order.
    const isFirst = way?.every((step) => (folderOf(step) ?? '') >= folder);
    return way && isFirst ? [`no-folder-circles: ${way.join(', ')}`] : [];
  });
}
