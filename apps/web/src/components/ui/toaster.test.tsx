import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { showToast } from '#src/lib/screen/toast.ts';
import { Toaster } from './toaster.tsx';

it('the place of a toast stays taken for the second tap of a double tap on Undo, and is free again soon', async () => {
  const undo = vi.fn();
  render(<Toaster beside />);
  showToast('“Heat” is hidden.', { undo });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  const guard = () => document.querySelector('[data-guard]');
  expect(guard()).not.toBeNull();
  await waitFor(() => expect(guard()).toBeNull());
});
