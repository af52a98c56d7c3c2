import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../../test/app.ts';
import { waitFor } from '../../test/wait-for.ts';
import { createEarlyListener } from './listener.ts';

const { prisma, deps } = await startApp();

async function startListener() {
  const onError = vi.fn();
  const matters = vi.fn((_name: string, payload: string) => payload !== 'small');
  const listener = createEarlyListener({ url: deps.env.DATABASE_URL, names: ['early'], matters, onError });
  onTestFinished(() => listener.close());
  await listener.start();
  const received: string[] = [];
  const handlers = {
    channels: { early: (payload: string) => received.push(payload) },
    onLost: vi.fn(),
    onListening: vi.fn(),
  };
  return { listener, handlers, received, onError, matters };
}

const notify = (payload: string) => prisma.$executeRaw`SELECT pg_notify('early', ${payload})`;

describe('an early listener', () => {
  it('reports no loss and calls onListening when nothing was sent before handle()', async () => {
    const { listener, handlers } = await startListener();
    expect(listener.handle(handlers)).toBe(false);
    expect(handlers.onListening).toHaveBeenCalledOnce();
  });

  it('reports a loss when a notification was sent before handle()', async () => {
    const { listener, handlers, received, matters } = await startListener();
    await notify('before');
    await waitFor('the delivery', () => matters.mock.calls.length > 0);
    expect(listener.handle(handlers)).toBe(true);
    expect(received).toEqual([]);
  });

  it('reports no loss when `matters` is false for all notifications sent before handle()', async () => {
    const { listener, handlers, matters } = await startListener();
    await notify('small');
    await waitFor('the delivery', () => matters.mock.calls.length > 0);
    expect(listener.handle(handlers)).toBe(false);
  });

  it('reports a loss when the connection was lost before handle(), and listens again', async () => {
    const { listener, handlers, received, onError } = await startListener();
    await prisma.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE query = 'LISTEN "early"' AND datname = current_database()`;
    await waitFor('the loss of the connection', async () => onError.mock.calls.length > 0);
    expect(listener.handle(handlers)).toBe(true);
    await waitFor('the new connection', async () => handlers.onListening.mock.calls.length > 0);
    await notify('after');
    await waitFor('the notification', async () => received.includes('after'));
  });

  it('sends notifications to the handlers after handle()', async () => {
    const { listener, handlers, received } = await startListener();
    listener.handle(handlers);
    await notify('after');
    await waitFor('the notification', async () => received.includes('after'));
  });

  it('has with catchUp() the notifications of all earlier changes', async () => {
    const { listener, handlers, received } = await startListener();
    listener.handle(handlers);
    await notify('earlier');
    await listener.catchUp();
    expect(received).toEqual(['earlier']);
  });
});
