import { createStreamingAvailabilityClient } from '#src/clients/streaming-availability.ts';
import { createTmdbClient } from '#src/clients/tmdb.ts';
import { createTvmazeClient } from '#src/clients/tvmaze.ts';
import type { Source } from './source.ts';
import { createStreamingAvailabilitySource } from './streaming-availability.ts';
import { createTmdbSource } from './tmdb.ts';
import { createTvmazeSource } from './tvmaze.ts';

/** Returns the sources that have an API key in the environment, and TVmaze, which needs none. */
export function configuredSources(env: {
  TMDB_TOKEN: string | null;
  STREAMING_AVAILABILITY_KEY: string | null;
  TVMAZE_API_BASE: string;
  WEB_ORIGIN: string;
  SUPPORT_EMAIL: string;
}): Source[] {
  const { TMDB_TOKEN: token, STREAMING_AVAILABILITY_KEY: key, TVMAZE_API_BASE: base } = env;
  const userAgent = `Marquee (${env.WEB_ORIGIN}; ${env.SUPPORT_EMAIL})`;
  return [
    ...(token === null ? [] : [createTmdbSource(createTmdbClient({ token }))]),
    ...(key === null ? [] : [createStreamingAvailabilitySource(createStreamingAvailabilityClient({ key }))]),
    createTvmazeSource(createTvmazeClient({ base, userAgent })),
  ];
}
