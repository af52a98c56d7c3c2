// `pnpm marquee TOOL`: the tools for operators in a clone. Without DATABASE_URL they use the database under
// DATA_DIR, whether `npm start` is running or not.
import { ToolError } from '@marquee/api/src/cli/command.ts';
import { useLocalDatabase } from '@marquee/api/src/cli/tool.ts';
import { runMarquee } from '@marquee/api/src/cli/tools.ts';
import { HostError } from './host.ts';
import { joinPostgres } from './postgres.ts';

useLocalDatabase((dataDir, say) =>
  joinPostgres(dataDir, say).catch((error: unknown) => {
    throw error instanceof HostError ? new ToolError(error.message) : error;
  }),
);
await runMarquee(process.argv.slice(2));
