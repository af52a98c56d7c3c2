import { PAGE_SIZE } from '@marquee/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { PeopleService } from './people.service.ts';

export function registerPeople(app: FastifyInstance, people: PeopleService): void {
  serve(app, 'GET /api/v1/people', async ({ caller, query }) =>
    people.search(caller, query.query, { page: query.page, perPage: query.per_page ?? PAGE_SIZE }),
  );
  serve(app, 'GET /api/v1/people/{id}', async ({ caller, params }) => ({
    person: await people.get(caller, params.id),
  }));
}
