import type { FastifyInstance } from 'fastify';
import { serve } from '#src/http/serve.ts';
import type { MessagesService } from './messages.service.ts';

const thanks = { message: 'Thank you! Your message was sent.' };

export function registerMessages(app: FastifyInstance, messages: MessagesService): void {
  serve(app, 'POST /api/v1/feedback', async ({ caller, body }) => {
    await messages.sendFeedback(caller, body.feedback.content);
    return thanks;
  });
  serve(app, 'POST /api/v1/contact', async ({ caller, body, request }) => {
    await messages.sendContact({ userId: caller?.userId ?? null, ip: request.ip }, body.contact);
    return thanks;
  });
}
