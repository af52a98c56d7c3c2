// The tools for operators: `node apps/api/src/marquee.ts TOOL` in a container, with DATABASE_URL. In a clone,
// `pnpm marquee TOOL` also finds the database of `npm start` (apps/local/src/marquee.ts).
import { runMarquee } from './cli/tools.ts';

await runMarquee(process.argv.slice(2));
