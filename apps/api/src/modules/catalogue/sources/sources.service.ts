import type { PrismaClient } from '@marquee/prisma';
import type { FastifyBaseLogger } from 'fastify';
import { configuredSources } from './configured.ts';
import type { Source } from './source.ts';
import { syncCatalogue } from './sync.service.ts';

interface Dependencies {
  prisma: PrismaClient;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  env: Parameters<typeof configuredSources>[0];
}

const DEFAULT_COUNTRY = 'US';

/** Runs the scheduled syncs of the sources that have an API key. */
export function createSourcesService({ prisma, log, env }: Dependencies) {
  const sources = configuredSources(env);

  async function countriesOf({ name, kind }: Source): Promise<string[]> {
    const rows = await prisma.sourceSync.findMany({ where: { source: name }, select: { country: true } });
    if (rows.length > 0) return rows.map(({ country }) => country);
    // The key of a source says that the operator wants it. One without a key is read after an operator has read it once.
    return kind === 'titles' ? [DEFAULT_COUNTRY] : [];
  }

  return {
    /**
     * Syncs every source in each country that was synced before. A source of titles without an earlier sync uses the
     * default country.
     */
    async syncAll(signal: AbortSignal): Promise<void> {
      for (const source of sources) {
        for (const country of await countriesOf(source)) {
          const result = await syncCatalogue(prisma, source, { country, signal });
          const facts = { source: source.name, country, ...result };
          if (result.failure === null) log.info(facts, 'read the source');
          else log.error(facts, 'could not read the source; the catalogue is unchanged');
        }
      }
    },
  };
}

export type SourcesService = ReturnType<typeof createSourcesService>;
