import { PAGE_SIZE } from '@marquee/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { ListTitlesService } from './list-titles.service.ts';
import { mapListMedium } from './lists.mapper.ts';
import type { ListsService } from './lists.service.ts';
import type { SharingService } from './sharing.service.ts';

interface Services {
  lists: ListsService;
  listTitles: ListTitlesService;
  sharing: SharingService;
  invitations: InvitationsService;
}

export function registerLists(app: FastifyInstance, services: Services): void {
  const { lists, listTitles, sharing, invitations } = services;
  serve(app, 'GET /api/v1/user_lists', async ({ caller, query }) => ({
    user_lists: await lists.list(caller, query),
  }));
  serve(app, 'POST /api/v1/user_lists', async ({ caller, body }) => ({
    user_list: await lists.create(caller, body.name),
  }));
  serve(app, 'POST /api/v1/user_lists/batch_update', async ({ caller, body }) => ({
    user_lists: await lists.batchUpdate(caller, body.user_lists),
  }));
  serve(app, 'GET /api/v1/user_lists/{id}', ({ caller, params, query }) =>
    lists.get(caller, params.id, { ...query, perPage: query.per_page ?? PAGE_SIZE }),
  );
  serve(app, 'PUT /api/v1/user_lists/{id}', async ({ caller, params, body }) => ({
    user_list: await lists.update(caller, params.id, body),
  }));
  serve(app, 'DELETE /api/v1/user_lists/{id}', async ({ caller, params }) => {
    await lists.delete(caller, params.id);
    return undefined;
  });

  serve(app, 'POST /api/v1/user_lists/{id}/share', async ({ caller, params, body }) => ({
    user_list: await sharing.share(caller, params.id, body.user_list.share_items),
  }));
  serve(app, 'POST /api/v1/user_lists/{id}/shared_link', async ({ caller, params }) => ({
    user_list: await invitations.join(caller, params.id),
  }));
  serve(app, 'POST /api/v1/user_lists/{id}/renew_link', async ({ caller, params }) => ({
    user_list: await sharing.renewLink(caller, params.id),
  }));
  serve(app, 'GET /api/v1/invitations/{code}', async ({ params, request }) => ({
    invitation: await invitations.getInvitation(request, params.code),
  }));
  serve(app, 'GET /accept_list/{code}', async ({ caller, params }) => ({
    user_list: await invitations.accept(caller, params.code),
  }));
  serve(app, 'GET /reject_list/{code}', async ({ caller, params }) => {
    await invitations.reject(caller, params.code);
    return { message: 'You have declined this list.' };
  });

  serve(app, 'POST /api/v1/user_lists/0/user_list_media/save_selection', ({ caller, body }) =>
    listTitles.saveSelection(caller, {
      mediumId: body.user_list_medium.medium_id,
      listIds: [...new Set(body.user_list_medium.user_list_ids)],
      promptsToShare: body.will_prompt_to_share ?? false,
    }),
  );
  serve(app, 'POST /api/v1/user_lists/0/user_list_media', async ({ caller, body, reply }) => {
    const listType = body.to_watch_later ? 'watch_later' : 'havent_watched';
    const { row, isNew } = await listTitles.addToSystemList(
      caller,
      listType,
      body.user_list_medium.medium_id,
    );
    reply.code(isNew ? 201 : 200);
    return { user_list_medium: mapListMedium(row) };
  });
  serve(app, 'POST /api/v1/user_lists/{id}/user_list_media', async ({ caller, params, body, reply }) => {
    const { row, isNew } = await listTitles.add(caller, params.id, body.user_list_medium);
    reply.code(isNew ? 201 : 200);
    return { user_list_medium: mapListMedium(row) };
  });
  serve(app, 'DELETE /api/v1/user_lists/{id}/user_list_media/0', async ({ caller, params, query }) => {
    await listTitles.remove(caller, params.id, query.medium_id);
    return undefined;
  });
}
