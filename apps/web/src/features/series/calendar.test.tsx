import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveSizes, makeMedium, makeOffer } from '../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../test/render-app.tsx';
import { makeProgress } from '../../../test/series.ts';
import { answer, makeUser } from '../../../test/server.ts';

const dark = makeMedium(1, { type: 'series', title: 'Dark' });
const episode = (number: number, at: string | null = null) => ({
  kind: 'episode' as const,
  medium: dark,
  season: 2,
  episode: number,
  name: `Name ${number}`,
  at,
  provider: null,
});
const offer = makeOffer();
const heat = makeMedium(2, { title: 'Heat', provider_medium: [offer] });
const noEpisode = { season: null, episode: null, name: null, at: null };

beforeEach(() => {
  giveSizes();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T23:30:00Z') });
  arriveWithToken('token-of-a-member');
});

const open = (address: string, timeZone = 'UTC') => {
  // Weeks begin on Monday there.
  answer('GET /api/v1/user', { user: makeUser({ time_zone: timeZone, country: 'DE' }) });
  const calls = answer('GET /api/v1/calendar', {
    sources: ['tvmaze'],
    days: [
      { day: '2026-11-30', events: [episode(4, '2026-11-30T02:00:00Z')] },
      {
        day: '2026-12-01',
        events: [
          episode(5),
          episode(6),
          { ...noEpisode, kind: 'leaves', medium: heat, provider: offer.medium_provider },
          { ...noEpisode, kind: 'arrives', medium: heat, provider: offer.medium_provider },
          { ...noEpisode, kind: 'round', medium: makeMedium(3, { title: 'Alien' }), provider: null },
        ],
      },
    ],
  });
  return { ...renderApp(address), calls };
};

/** Makes the window narrow or wide. */
const makeNarrow = (isNarrow: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isNarrow && media.includes('width <'),
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );

afterEach(() => vi.restoreAllMocks());

it('on a phone the days follow one another from today on, and each kind is told in words', async () => {
  makeNarrow(true);
  const { calls } = open('/calendar', 'America/New_York');
  await screen.findByRole('heading', { name: 'Today, Sunday, November 29, 2026' });
  screen.getByText('Nothing today.');
  const monday = within(screen.getByRole('region', { name: 'Monday, November 30, 2026' }));
  monday.getByText(/S2 E4.*Name 4/);
  // An instant is told as the time where the member is.
  monday.getByText(/^9:00/);
  const tuesday = within(screen.getByRole('region', { name: 'Tuesday, December 1, 2026' }));
  tuesday.getByText('S2 E5 to E6, 2 episodes');
  expect(tuesday.getAllByRole('listitem')).toHaveLength(4);
  tuesday.getByText('Last day on Netflix');
  tuesday.getByText('Arrived on Netflix');
  tuesday.getByText('Chosen together');
  screen.getByRole('link', { name: 'TVmaze' });
  expect(calls[0]?.url.search).toBe('?from=2026-11-29&to=2027-01-09');
});

it('on a desktop weeks from this one on are a grid that names each title whole, and keys choose another day, month and today', async () => {
  makeNarrow(false);
  answer('GET /api/v1/media/{id}', { medium: dark });
  answer('GET /api/v1/media/{id}/episodes', { status: 404, error: 'not_found' });
  const { calls, user, router } = open('/calendar');
  const chosen = () => screen.findByRole('gridcell', { selected: true });
  expect((await chosen()).textContent).toBe('November 29, 202629');
  expect((await chosen()).getAttribute('aria-current')).toBe('date');
  await screen.findByRole('gridcell', {
    name: 'December 1, 2026 Dark S2 E5 to E6, 2 episodes Heat Last day on Netflix Heat Arrived on Netflix 1 more',
  });
  screen.getByText('1 more');
  expect(calls[0]?.url.search).toBe('?from=2026-11-23&to=2026-12-27');
  // A link of a cell is for the pointer, and the chosen day has it for keys.
  expect(screen.getAllByRole('link', { name: /^Dark/ }).map((link) => link.tabIndex)).toEqual([-1, -1]);

  await user.click(await chosen());
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(router.state.location.search).toBe('?on=2026-12-01'));
  await waitFor(async () => expect(document.activeElement).toBe(await chosen()));
  const day = within(screen.getByRole('region', { name: 'Tuesday, December 1, 2026' }));
  expect(day.getByRole('link', { name: 'Dark' }).getAttribute('href')).toBe(
    '/calendar/media/1?on=2026-12-01',
  );
  await user.keyboard('{PageDown}{ArrowUp}{ArrowLeft}');
  await waitFor(() => expect(router.state.location.search).toBe('?on=2026-12-24'));
  await user.keyboard('{PageUp}{ArrowDown}');
  await waitFor(() => expect(router.state.location.search).toBe('?on=2026-12-01'));
  await user.keyboard('{Home}');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await user.click(screen.getByRole('button', { name: 'Earlier' }));
  await waitFor(() => expect(router.state.location.search).toBe('?on=2026-11-22'));
  expect(calls.at(-1)?.url.search).toBe('?from=2026-10-26&to=2026-12-06');
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await user.click(await screen.findByRole('gridcell', { selected: true, name: /^November 29/ }));
  await user.keyboard('{ArrowRight}');
  await screen.findByRole('gridcell', { selected: true, name: /^November 30/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/calendar/media/1'));
});

it('Enter on a link of the month opens what the link names, and not the first title of the chosen day', async () => {
  makeNarrow(false);
  answer('GET /api/v1/media/{id}', { medium: heat });
  const { user, router } = open('/calendar?on=2026-11-30');
  const cell = await screen.findByRole('gridcell', { name: /^December 1,/ });
  const [link] = await within(cell).findAllByRole('link', { name: /^Heat/ });
  link?.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/calendar/media/2'));
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.pathname).toBe('/calendar'));
});

it.each([true, false])(
  'weeks in which nothing happens say so once, with what waits and what was before (on a phone: %s)',
  async (isNarrow) => {
    makeNarrow(isNarrow);
    answer('GET /api/v1/user', { user: makeUser({ time_zone: 'UTC', country: 'DE' }) });
    answer('GET /api/v1/up_next', {
      up_next: [{ medium: dark, progress: makeProgress(), behind: 3 }],
      pagination: { current_page: 1, has_more: false, page_count: 1, total_count: 1 },
    });
    answer('GET /api/v1/calendar', ({ url }) => ({
      sources: [],
      days:
        (url.searchParams.get('to') ?? '') < '2026-11-29'
          ? [
              {
                day: '2026-11-20',
                events: [{ ...noEpisode, kind: 'round' as const, medium: heat, provider: null }],
              },
            ]
          : [],
    }));
    const { user } = renderApp('/calendar');
    await screen.findByText('Nothing in these weeks.');
    expect(screen.getAllByText(/^Nothing/)).toHaveLength(1);
    const before = within(await screen.findByRole('region', { name: 'In the weeks before' }));
    before.getByText('Chosen together');
    await screen.findByRole('region', { name: 'Up next' });
    expect(screen.queryAllByRole('gridcell')).toHaveLength(isNarrow ? 0 : 7);
    if (isNarrow) return;
    // The focus stays in the grid when the other weeks of a month turn out to be empty too.
    await user.click(screen.getByRole('gridcell', { selected: true }));
    await user.keyboard('{PageDown}');
    await screen.findByText('Nothing in these weeks.');
    await waitFor(() => expect(screen.getAllByRole('gridcell')).toHaveLength(7));
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
  },
);
