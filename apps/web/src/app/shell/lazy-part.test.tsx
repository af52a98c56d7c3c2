import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const Greeting = ({ name }: { name: string }) => <p>Good evening, {name}</p>;
const shown = (part: React.ReactNode) => <Suspense fallback={<p>Wait</p>}>{part}</Suspense>;

test('a loaded part is in the first drawing', async () => {
  const load = vi.fn(async () => Greeting);
  const Part = lazyPart(load);
  await Part.load();
  render(shown(<Part name="Ada" />));
  expect(screen.getByText('Good evening, Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part loads when it is drawn, and keeps its element when it is loaded again', async () => {
  const Part = lazyPart(async () => Greeting);
  const { rerender } = await act(async () => render(shown(<Part name="Ada" />)));
  const first = await screen.findByText('Good evening, Ada');
  await Part.load();
  rerender(shown(<Part name="Bea" />));
  expect(screen.getByText('Good evening, Bea')).toBe(first);
});

test('load rejects when the import fails, and imports again on the next call', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('no network'));
  const Part = lazyPart(load);
  await expect(Part.load()).rejects.toThrow('no network');
  expect(await Part.load()).toBe(Greeting);
});
