import { PAGE_SIZE } from '@marquee/contracts';
import type { FastifyInstance } from 'fastify';
import type { Call } from '#src/http/serve.ts';
import { serve } from '#src/http/serve.ts';
import type { AccountsService } from '#src/modules/accounts/accounts.service.ts';
import type { KeepTasteService } from './keep-taste.service.ts';
import type { RoundEvents } from './round-events.ts';
import type { RoundCaller } from './rounds.mapper.ts';
import type { RoundsService } from './rounds.service.ts';
import type { WaitingService } from './waiting.service.ts';

const callerOf = ({
  caller,
  request,
}: Pick<Call<'GET /api/v1/rounds/{code}'>, 'caller' | 'request'>): RoundCaller | null =>
  caller ?? (request.guest && { guestId: request.guest.memberId });

interface Services {
  rounds: RoundsService;
  waiting: WaitingService;
  keepTaste: KeepTasteService;
  accounts: Pick<AccountsService, 'getUser'>;
}

export function registerRounds(
  app: FastifyInstance,
  { rounds, waiting, keepTaste, accounts }: Services,
  events: RoundEvents,
): void {
  // A stream has no end of its own, so the server could not close while one is open.
  app.addHook('preClose', async () => events.close());

  serve(app, 'GET /api/v1/companions', async ({ caller }) => ({
    companions: await rounds.listCompanions(caller),
  }));
  serve(app, 'POST /api/v1/rounds', ({ caller, body }) => rounds.create(caller, body));
  serve(app, 'GET /api/v1/rounds', ({ caller, query }) =>
    rounds.list(caller, { page: query.page, perPage: query.per_page ?? PAGE_SIZE }),
  );
  serve(app, 'GET /api/v1/rounds/{code}', (call) => rounds.get(callerOf(call), call.params.code));
  serve(app, 'PATCH /api/v1/rounds/{code}', ({ caller, params, body }) =>
    rounds.update(caller, params.code, body),
  );
  serve(app, 'DELETE /api/v1/rounds/{code}', async ({ caller, params }) => {
    await rounds.forget(caller, params.code);
    return undefined;
  });
  serve(app, 'POST /api/v1/rounds/{code}/join', ({ caller, params, body, request }) =>
    rounds.join(caller, request.ip, params.code, body ?? {}),
  );
  serve(app, 'GET /api/v1/rounds/{code}/preview', ({ caller, params, request }) =>
    rounds.getPreview(caller, request.ip, params.code),
  );
  serve(
    app,
    'POST /api/v1/rounds/short/{short_code}/join',
    async ({ caller, params, body, request, reply }) => {
      const joined = await waiting.joinByShortCode(caller, request.ip, params.short_code, body ?? {});
      reply.code('waiting' in joined ? 202 : 200);
      return joined;
    },
  );
  serve(app, 'PATCH /api/v1/rounds/{code}/waiting/{id}', ({ caller, params, body }) =>
    waiting.answer(caller, params.code, { waitingId: params.id, admit: body.admit }),
  );
  serve(app, 'PATCH /api/v1/rounds/{code}/me', (call) =>
    rounds.updateMe(callerOf(call), call.params.code, call.body),
  );
  serve(app, 'DELETE /api/v1/rounds/{code}/me', async (call) => {
    await rounds.leave(callerOf(call), call.params.code);
    events.check();
    return undefined;
  });
  serve(app, 'POST /api/v1/rounds/{code}/me/keep', async (call) => {
    const { userId, tokenVersion } = await keepTaste.keep(
      callerOf(call),
      call.request,
      call.params.code,
      call.body,
    );
    events.check();
    return { user: await accounts.getUser({ userId, token: app.issueToken(userId, tokenVersion) }) };
  });
  serve(app, 'DELETE /api/v1/rounds/{code}/members/{id}', async ({ caller, params }) => {
    await rounds.remove(caller, params.code, params.id);
    events.check();
    return undefined;
  });
  serve(app, 'GET /api/v1/rounds/{code}/deck', (call) => rounds.getDeck(callerOf(call), call.params.code));
  serve(app, 'PUT /api/v1/rounds/{code}/ratings', (call) =>
    rounds.rate(callerOf(call), call.params.code, call.body.ratings),
  );
  serve(app, 'PUT /api/v1/rounds/{code}/votes/{id}', (call) =>
    rounds.vote(callerOf(call), call.params.code, call.params.id, call.body.vote),
  );
  serve(app, 'GET /api/v1/rounds/{code}/events', async (call) => {
    const seat = await rounds.getSeat(callerOf(call), call.params.code);
    const lastEventId = call.request.headers['last-event-id'];
    call.reply.headers({
      'content-type': 'text/event-stream',
      // Proxies such as nginx would otherwise hold events back until a buffer is full.
      'x-accel-buffering': 'no',
    });
    return events.open(seat, call.caller, typeof lastEventId === 'string' ? lastEventId : undefined);
  });
}
