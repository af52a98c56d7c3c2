import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SavingStars } from './saving-stars.tsx';

const star = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

it('stars picked while the earlier stars are saved stay and are saved next', async () => {
  const finish: (() => void)[] = [];
  const onSave = vi.fn(() => new Promise<void>((resolve) => finish.push(resolve)));
  const user = userEvent.setup();
  const shown = render(<SavingStars label="Stars" value={null} subject={1} onSave={onSave} />);
  await user.click(star('2 stars'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(4));
  await user.click(star('5 stars'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(10));
  await act(async () => finish[0]?.());
  shown.rerender(<SavingStars label="Stars" value={4} subject={1} onSave={onSave} />);
  expect(star('5 stars').checked).toBe(true);
});

it('another title in the place of a rated one shows no stars under a pointer that stays', async () => {
  const onSave = vi.fn(async () => {});
  const user = userEvent.setup();
  const shown = render(<SavingStars label="Stars" value={null} subject={1} onSave={onSave} />);
  await user.click(star('4 stars'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(8));
  shown.rerender(<SavingStars label="Stars" value={null} subject={2} onSave={onSave} />);
  screen.getByText('Not rated');
});

it('stars picked while the stars are busy are saved as soon as they are free', async () => {
  const onSave = vi.fn(async () => {});
  const user = userEvent.setup();
  const shown = render(<SavingStars label="Stars" value={null} subject={1} busy onSave={onSave} />);
  await user.click(star('3 stars'));
  expect(onSave).not.toHaveBeenCalled();
  shown.rerender(<SavingStars label="Stars" value={null} subject={1} onSave={onSave} />);
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(6));
});

it('stars whose delay has not passed are saved when the tab is reloaded or closed', async () => {
  const onSave = vi.fn(async () => {});
  const user = userEvent.setup();
  render(<SavingStars label="Stars" value={null} subject={1} delayMs={60_000} onSave={onSave} />);
  await user.click(star('4 stars'));
  expect(onSave).not.toHaveBeenCalled();
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(onSave).toHaveBeenCalledExactlyOnceWith(8);
});

it('a second press on a star of a compact scale takes half of it off, and a third press puts it back', async () => {
  const onSave = vi.fn(async () => {});
  const user = userEvent.setup();
  const shown = render(
    <SavingStars label="Stars" value={null} subject={1} delayMs={60_000} compact onSave={onSave} />,
  );
  await user.click(star('4 stars'));
  await user.click(star('4 stars'));
  expect(star('3.5 stars').checked).toBe(true);
  await user.click(star('4 stars'));
  expect(star('4 stars').checked).toBe(true);
  await user.click(star('4 stars'));
  // Leaving the page saves stars that wait.
  shown.unmount();
  expect(onSave).toHaveBeenCalledExactlyOnceWith(7);
});
