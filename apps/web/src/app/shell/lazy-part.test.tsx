import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { makeUser } from '../../../test/server.ts';
import { expectConsoleError } from '../../../test/setup.ts';
import { ErrorBoundary } from './error-screen.tsx';
import { lazyPart } from './lazy-part.tsx';

const Greeting = ({ name }: { name: string }) => <p>Good evening, {name}</p>;
const shown = (part: React.ReactNode) => <Suspense fallback={<p>Wait</p>}>{part}</Suspense>;

test('a lazyPart is in the first render when its code is already loaded', async () => {
  const load = vi.fn(async () => Greeting);
  const Part = lazyPart(load);
  await Part.load();
  render(shown(<Part name="Ada" />));
  screen.getByText('Good evening, Ada');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a lazyPart loads its code when it is rendered, and keeps its DOM element after a later load', async () => {
  const Part = lazyPart(async () => Greeting);
  const { rerender } = await act(async () => render(shown(<Part name="Ada" />)));
  const first = await screen.findByText('Good evening, Ada');
  await Part.load();
  rerender(shown(<Part name="Bea" />));
  expect(screen.getByText('Good evening, Bea')).toBe(first);
});

test('`load` rejects when the import fails, and the next call imports again', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('no network'));
  const Part = lazyPart(load);
  await expect(Part.load()).rejects.toThrow('no network');
  expect(await Part.load()).toBe(Greeting);
});

test('a part is imported once and shows the error when its import fails, and the next address imports it again', async () => {
  expectConsoleError(/no network/);
  const load = vi
    .fn(async () => Greeting)
    .mockRejectedValueOnce(new TypeError('Failed to fetch: no network'));
  const Part = lazyPart(load);
  const at = (place: string) => <ErrorBoundary place={place}>{shown(<Part name="Ada" />)}</ErrorBoundary>;
  const { rerender } = await act(async () => render(at('first')));
  await screen.findByText('We could not load this page.');
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => rerender(at('second')));
  await screen.findByText('Good evening, Ada');
  expect(load).toHaveBeenCalledTimes(2);
});

test('without a connection, a part whose code is missing says so and leads a member to the saved lists', async () => {
  startSession(makeUser());
  expectConsoleError(/no network/);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Part = lazyPart(async (): Promise<typeof Greeting> => {
    throw new TypeError('Failed to fetch: no network');
  });
  await act(async () => render(<ErrorBoundary place="first">{shown(<Part name="Ada" />)}</ErrorBoundary>));
  await screen.findByText('You seem to be offline.');
  expect(screen.getByRole('link', { name: 'Read your saved lists' })).toHaveProperty('pathname', '/my_lists');
  vi.restoreAllMocks();
});
