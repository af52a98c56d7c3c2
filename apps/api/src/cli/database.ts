import { deployMigrations } from '@marquee/prisma/deploy';
import { print, say, type Tool } from './command.ts';
import { withDatabaseUrl } from './tool.ts';

export const tool: Tool = {
  name: 'pnpm marquee database',
  about: 'Applies the migrations that the database lacks.',
  commands: {
    deploy: {
      help: 'apply them, each in one transaction; harmless when repeated',
      run: () =>
        withDatabaseUrl(say, async (url) => {
          const applied = await deployMigrations(url, { say });
          print(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to apply');
          return 0;
        }),
    },
  },
};
