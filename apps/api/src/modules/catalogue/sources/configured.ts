import { createStreamingAvailabilityClient } from '#src/clients/streaming-availability.ts';
import { createTmdbClient } from '#src/clients/tmdb.ts';
import type { Source } from './source.ts';
import { createStreamingAvailabilitySource } from './streaming-availability.ts';
import { createTmdbSource } from './tmdb.ts';

/** Returns the sources that have an API key in the environment. */
export function configuredSources(env: {
  TMDB_TOKEN: string | null;
  STREAMING_AVAILABILITY_KEY: string | null;
}): Source[] {
  const { TMDB_TOKEN: token, STREAMING_AVAILABILITY_KEY: key } = env;
  return [
    ...(token === null ? [] : [createTmdbSource(createTmdbClient({ token }))]),
    ...(key === null ? [] : [createStreamingAvailabilitySource(createStreamingAvailabilityClient({ key }))]),
  ];
}
