import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const Greeting = ({ name }: { name: string }) => <p>Good evening, {name}</p>;
const shown = (part: React.ReactNode) => <Suspense fallback={<p>Wait</p>}>{part}</Suspense>;

test('a lazyPart whose code is loaded is in the first render', async () => {
  const load = vi.fn(async () => Greeting);
  const Part = lazyPart(load);
  await Part.load();
  render(shown(<Part name="Ada" />));
  expect(screen.getByText('Good evening, Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a lazyPart loads its code when it is rendered, and a later load keeps its element', async () => {
  const Part = lazyPart(async () => Greeting);
  const { rerender } = await act(async () => render(shown(<Part name="Ada" />)));
  const first = await screen.findByText('Good evening, Ada');
  await Part.load();
  rerender(shown(<Part name="Bea" />));
  expect(screen.getByText('Good evening, Bea')).toBe(first);
});

test('load of a lazyPart rejects when the import fails, and the next call imports again', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('no network'));
  const Part = lazyPart(load);
  await expect(Part.load()).rejects.toThrow('no network');
  expect(await Part.load()).toBe(Greeting);
});
