// What other parts use of the catalogue.
export { readDemoTitles } from './demo-files.ts';
export { importCatalogue } from './import.service.ts';
export { ensureSeed } from './seed.service.ts';
