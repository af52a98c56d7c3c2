// Other modules may import only these exports of this module. Titles are written by the feed, the sources and the seed, so
// triggers keep what holds for all: a merged title stays delisted (`media_keep_merged`) and hands on what names it
// (`media_merged`), and a title with more seasons than before keeps the day (`media_note_season`).

export { importAwards } from './awards.service.ts';
export { enrichCatalogue } from './feed/enrich.service.ts';
export { importCatalogue } from './feed/import.service.ts';
export { DEMO_ACCOUNT } from './seed/demo-account.ts';
export { readDemoTitles } from './seed/demo-files.ts';
export { ensureSeed } from './seed/seed.service.ts';
