// `pnpm lab NAME`: what we run to learn about the product, and what no operator needs. Each name is a script
// with its own options.
const names: Record<string, { about: string; load: () => Promise<unknown> }> = {
  pages: {
    about: 'single uncached pages, and the same pages of another checkout',
    load: () => import('./bench/pages.ts'),
  },
  abuse: { about: "a member's calls beside loads that harm", load: () => import('./bench/abuse.ts') },
  scale: { about: 'queries and snapshots by size', load: () => import('./bench/scale.ts') },
  load: {
    about: 'npm start under many users: processor time, latency, memory',
    load: () => import('./bench/user-load.ts'),
  },
  evaluate: {
    about: 'quality of the recommender on files of ratings',
    load: () => import('./evaluation/evaluate.ts'),
  },
  similar: {
    about: 'the first ten similar titles of given ones, for a reader to judge',
    load: () => import('./evaluation/similar.ts'),
  },
  faults: { about: 'kills, outages and full disks under load', load: () => import('./faults/run.ts') },
  emails: { about: 'every email as HTML and text in a folder', load: () => import('./emails.ts') },
  'missing-calls': {
    about: 'calls of the contract that the API does not serve',
    load: () => import('./contracts-missing.ts'),
  },
};

const [name = ''] = process.argv.splice(2, 1);
const script = Object.hasOwn(names, name) ? names[name] : undefined;
if (script) await script.load();
else {
  const lines = Object.entries(names).map(([each, { about }]) => `  ${each.padEnd(14)} ${about}`);
  console.warn(['Usage: pnpm lab NAME [options]', '', ...lines].join('\n'));
  process.exitCode = name === '' || name === '--help' ? 0 : 2;
}
