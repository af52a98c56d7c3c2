// pnpm marquee retention: deletes viewing information that is older than the privacy policy allows. The worker makes
// the same deletion once a day.
import { RETENTION_YEARS } from '@marquee/contracts';
import { createRetentionService } from '#src/modules/accounts/retention.service.ts';
import { createRepositories } from '#src/repositories.ts';
import { print, readNumber, say, type Tool } from './command.ts';
import { createBar } from './progress.ts';
import { withDatabase } from './tool.ts';

export const tool: Tool = {
  name: 'pnpm marquee retention',
  about: `Deletes ratings, views, hidden titles, followed links and list entries older than ${RETENTION_YEARS} years.`,
  commands: {
    '': {
      help: 'delete what is too old',
      writes: true,
      options: { years: { value: 'N', help: `older than N years (default ${RETENTION_YEARS})` } },
      run: (input) =>
        withDatabase({ say, poolSize: 1 }, async (prisma) => {
          const years = readNumber(input, 'years', RETENTION_YEARS, 1);
          const bar = createBar();
          const retention = createRetentionService({ repos: createRepositories(prisma) });
          const counts = await retention.deleteViewing({
            years,
            isDryRun: input.isDryRun,
            progress: (share) => bar.draw(share, 'users'),
          });
          bar.end();
          for (const [kind, count] of Object.entries(counts))
            print(`${count} ${kind} ${input.isDryRun ? 'would be deleted' : 'deleted'}`);
          return 0;
        }),
    },
  },
};
