import type { FastifyInstance, FastifyReply } from 'fastify';
import { StripeFault } from '../core/errors.ts';
import type { World } from '../core/world.ts';
import type { Emulator } from '../emulator.ts';
import { document, type Html, html } from './html.ts';

/** The response of a hosted page: a redirect or HTML. */
export type PageResult = { redirect: string } | { status?: number; title: string; body: Html };

export interface HostedPage {
  path: string;
  show: (world: World, id: string) => PageResult;
  submit: (world: World, id: string, form: Record<string, string>) => PageResult;
}

const notFound: PageResult = {
  status: 404,
  title: 'Page not found',
  body: html`<section><p>This link is not valid or has expired.</p></section>`,
};

const guarded = (work: () => PageResult): PageResult => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    if (error.status === 404) return notFound;
    const body = html`<section><p class="bad" role="alert">${error.message}</p></section>`;
    return { status: 400, title: 'This did not work', body };
  }
};

function send(reply: FastifyReply, result: PageResult) {
  reply.header('cache-control', 'no-store');
  if ('redirect' in result) return reply.redirect(result.redirect, 303);
  return reply
    .code(result.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(document(result.title, result.body));
}

const formOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));

/** Registers a hosted page: GET shows the page, POST runs the action of its form. */
export function registerPage(app: FastifyInstance, emulator: Emulator, page: HostedPage): void {
  app.get<{ Params: { id: string } }>(page.path, async (request, reply) => {
    const world = emulator.worldFor({ id: null, idempotency_key: null });
    return send(
      reply,
      guarded(() => page.show(world, request.params.id)),
    );
  });
  app.post<{ Params: { id: string } }>(page.path, async (request, reply) => {
    const form = formOf(request.body);
    const result = guarded(() => emulator.change((world) => page.submit(world, request.params.id, form)));
    await emulator.commit();
    return send(reply, result);
  });
}
