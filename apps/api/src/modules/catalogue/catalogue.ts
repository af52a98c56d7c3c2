// Other modules may import only these exports of this module.
export { DEMO_ACCOUNT } from './demo-account.ts';
export { readDemoTitles } from './demo-files.ts';
export { importCatalogue } from './import.service.ts';
export { ensureSeed } from './seed.service.ts';
