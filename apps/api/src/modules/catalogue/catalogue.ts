// Other modules may import only these exports of this module.

export { enrichCatalogue } from './feed/enrich.service.ts';
export { importCatalogue } from './feed/import.service.ts';
export { DEMO_ACCOUNT } from './seed/demo-account.ts';
export { readDemoTitles } from './seed/demo-files.ts';
export { ensureSeed } from './seed/seed.service.ts';
