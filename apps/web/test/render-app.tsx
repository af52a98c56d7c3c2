import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import {
  type Location,
  MemoryRouter,
  type NavigateFunction,
  type NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
import { App } from '#src/app/router.tsx';

// Loads every screen and dialog before the first test, so that no test waits for a module.
import.meta.glob(['../src/app/**/*.tsx', '../src/features/**/*-dialog.tsx', '!**/*.test.tsx'], {
  eager: true,
});

interface Place {
  location: Location;
  /** How the address changed last. */
  historyAction: NavigationType;
  go: NavigateFunction;
}

/** Reports every change of the address. */
function Probe({ onMove }: { onMove: (place: Place) => void }) {
  const place = { location: useLocation(), historyAction: useNavigationType(), go: useNavigate() };
  useLayoutEffect(() => onMove(place));
  return null;
}

/** Mounts the whole app at an address. */
export function renderApp(address: string) {
  let place: Place | undefined;
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <Probe
        onMove={(next) => {
          place = next;
        }}
      />
      <App />
    </MemoryRouter>,
  );
  const router = {
    get state(): Place {
      if (!place) throw new Error('the router is not mounted');
      return place;
    },
    navigate: (to: string | number): Promise<void> =>
      act(async () => {
        if (typeof to === 'number') await router.state.go(to);
        else await router.state.go(to);
      }),
  };
  return { router, user: userEvent.setup(), unmount };
}

/** Stores a token of an earlier visit. The app then loads the user of this token. */
export function arriveWithToken(token: string): void {
  localStorage.setItem('access_token', token);
  window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
}
