import fp from 'fastify-plugin';

/** Paths whose `id` is that of a title. */
const TITLE_PATH = /^\/api\/v1\/(?:media\/:id(?:\/|$)|rounds\/:code\/votes\/:id$|tonight\/:id\/not_tonight$)/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces the field in the object, and in the objects and lists of objects directly below it. */
function replace(value: unknown, field: string, currentId: (id: number) => number): void {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === field && typeof inner === 'number') value[key] = currentId(inner);
    else if (isObject(inner) && field in inner) replace(inner, field, currentId);
    else if (Array.isArray(inner))
      for (const each of inner) if (isObject(each) && field in each) replace(each, field, currentId);
  }
}

/**
 * Clients keep links to titles. A call with the id of a title that was merged into another one means that title
 * (docs/api.md#merged).
 */
export const mergedTitles = fp(async (app, options: { currentId: (id: number) => number }) => {
  app.addHook('preHandler', async (request) => {
    if (TITLE_PATH.test(request.routeOptions.url ?? '')) replace(request.params, 'id', options.currentId);
    replace(request.query, 'medium_id', options.currentId);
    // Other bodies are bytes, whose every index would be a field.
    if (request.routeOptions.config.contract?.body) replace(request.body, 'medium_id', options.currentId);
  });
});
