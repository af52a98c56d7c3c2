// The exports of this module for other modules.
export { readDemoTitles } from './demo-files.ts';
export { importCatalogue } from './import.service.ts';
export { ensureSeed } from './seed.service.ts';
