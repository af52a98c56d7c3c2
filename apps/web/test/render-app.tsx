import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { App } from '#src/app/router.tsx';
import { watchOtherTabs } from '#src/features/account/load-session.ts';

watchOtherTabs();
// Loads every screen and dialog before the first test, so that no test waits for a module.
import.meta.glob(['../src/app/**/*.tsx', '../src/features/**/*-dialog.tsx', '!**/*.test.tsx'], {
  eager: true,
});

/** Mounts the whole app at an address. */
export function renderApp(address: string) {
  const router = createMemoryRouter([{ path: '*', element: <App /> }], { initialEntries: [address] });
  const { unmount } = render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup(), unmount };
}

/** Stores a token of an earlier visit. The app then loads its user. */
export function arriveWithToken(token: string): void {
  localStorage.setItem('access_token', token);
  window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
}
