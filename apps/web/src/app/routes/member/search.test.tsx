import type { Understood } from '@marquee/contracts';
import { SEARCH_DEBOUNCE_MS } from '@marquee/contracts/constants';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberSearch } from '#src/features/search/recent-searches.ts';
import { pass, stopClock } from '../../../../test/clock.ts';
import {
  giveSizes,
  makeMedium,
  makeOffer,
  mediaPage,
  pagination,
  titles,
  upTo,
} from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser } from '../../../../test/server.ts';
import { makeKind, makeTaste } from '../../../../test/taste.ts';

beforeEach(() => {
  giveSizes();
  answer('GET /api/v1/user', { user: makeUser() });
  arriveWithToken('token-of-a-member');
  return () => vi.restoreAllMocks();
});

/** What a part of a search was taken for: a theme, unless said otherwise. */
const makePart = (part: Partial<Understood> & { label: string }): Understood => ({
  kind: 'theme',
  value: part.label,
  text: part.label,
  not: false,
  any: false,
  applied: true,
  corrected: false,
  ...part,
});

const field = () => screen.findByRole('textbox', { name: 'Search' });

describe('searching titles', () => {
  it('keeps query and type in the address and searches after typing stops', async () => {
    const calls = answer('GET /api/v2/media', ({ url }) =>
      mediaPage(url.searchParams.has('query') ? [makeMedium(1, { title: 'Harold and Maude' })] : []),
    );
    const { router, user } = renderApp('/search');
    await user.type(await field(), 'harold');
    expect(await screen.findByRole('link', { name: 'Harold and Maude' })).toHaveProperty(
      'pathname',
      '/search/media/1',
    );
    expect(router.state.location.search).toBe('?query=harold');
    const queries = calls.flatMap(({ url }) => url.searchParams.get('query') ?? []);
    expect(queries).toEqual(['harold']);
    screen.getByText('1 result');
  });

  it('shows the name in the language of the member beside the title', async () => {
    const medium = makeMedium(1, { title: 'Gladiator', local_title: 'Gladiador' });
    answer('GET /api/v2/media', ({ url }) => mediaPage(url.searchParams.has('query') ? [medium] : []));
    answer('GET /api/v1/media/{id}', { medium });
    const { user } = renderApp('/search?query=gladiador');
    await screen.findByText('Gladiador');
    await user.click(screen.getByRole('link', { name: 'Gladiator' }));
    const sheet = await screen.findByRole('dialog', { name: 'Gladiator' });
    expect(within(sheet).getByText('Gladiador')).toBeDefined();
  });

  it('says what it understood, and searches without the words of a chip that is removed', async () => {
    const understood = [
      makePart({ value: 'heists', label: 'heists', text: 'heist' }),
      makePart({ value: 'gory', label: 'gory', text: 'not gory', not: true }),
    ];
    answer('GET /api/v2/media', ({ url }) => {
      const query = url.searchParams.get('query') ?? '';
      return {
        ...mediaPage([makeMedium(1)]),
        understood: understood.filter(({ text }) => query.includes(text)),
      };
    });
    const { router, user } = renderApp('/search?query=heist not gory');
    const chips = within(await screen.findByRole('list', { name: 'Understood as' }));
    chips.getByRole('button', { name: 'Remove heists' });
    await user.click(chips.getByRole('button', { name: 'Remove Not gory' }));
    await waitFor(() => expect(router.state.location.search).toBe('?query=heist'));
    expect(await field()).toHaveProperty('value', 'heist');
  });

  it('says where a named title is, when it is not on the service that was asked for', async () => {
    const medium = makeMedium(1, {
      title: 'Inception',
      found_by: 'name',
      provider_medium: [makeOffer({ service: 4 }), makeOffer({ service: 5, kind: 'rent' })],
    });
    answer('GET /api/v2/media', {
      ...mediaPage([medium]),
      understood: [makePart({ kind: 'provider', label: 'Netflix', text: 'on netflix', applied: false })],
    });
    renderApp('/search?query=inception on netflix');
    await screen.findByText('Inception is not on Netflix in your country. It is on Service 4.');
    expect(screen.queryByRole('list', { name: 'Understood as' })).toBeNull();
  });

  it('says what it corrected, set aside and ignored, and offers to tell when the name arrives', async () => {
    answer('GET /api/v2/media', {
      ...mediaPage([makeMedium(1, { found_by: 'facts' })]),
      understood: [
        makePart({ label: 'heists', text: 'heits', corrected: true, any: true }),
        makePart({ label: 'spies', any: true }),
        makePart({ kind: 'provider', label: 'Hulu', text: 'on hulu', applied: false }),
      ],
      ignored: ['zxcv'],
    });
    answer('GET /api/v1/wishes', { wishes: [] });
    renderApp('/search?query=heits or spies on hulu zxcv');
    await screen.findByText('Searched for “heists”, not “heits”.');
    screen.getByText('Nothing fits all of it. These are without “on hulu”.');
    screen.getByText('No title is about “zxcv”.');
    const chips = within(screen.getByRole('list', { name: 'Understood as' }));
    chips.getByRole('button', { name: 'Remove or spies' });
    screen.getByText('Is “zxcv” part of a name?');
    await screen.findByRole('button', { name: 'Tell me when Marquee has it' });
  });

  it('ignores a late reply to an older query', async () => {
    let answerSlow = () => {};
    const slow = new Promise<void>((resolve) => {
      answerSlow = resolve;
    });
    answer('GET /api/v2/media', async ({ url }) => {
      const query = url.searchParams.get('query') ?? '';
      if (query === 'har') await slow;
      return mediaPage([makeMedium(query.length, { title: `Found for ${query}` })]);
    });
    const { user } = renderApp('/search?query=har');
    await user.type(await field(), 'old');
    await screen.findByText('Found for harold');
    answerSlow();
    stopClock();
    await pass(SEARCH_DEBOUNCE_MS);
    expect(screen.queryByText('Found for har')).toBeNull();
    screen.getByText('Found for harold');
  });

  it('asks for a title that nobody finds, and takes it back in the same place', async () => {
    answer('GET /api/v2/media', mediaPage([]));
    answer('GET /api/v1/people', { people: [], pagination: pagination(0) });
    answer('GET /api/v1/wishes', { wishes: [] });
    const asked = answer('POST /api/v1/wishes', {
      wish: { id: 7, query: 'The Lost Film', medium_id: null, state: 'waiting' },
    });
    const taken = answer('DELETE /api/v1/wishes/{id}', null);
    const { user } = renderApp('/search?query=The Lost Film');
    await user.click(await screen.findByRole('button', { name: 'Tell me when Marquee has it' }));
    await screen.findByText('We will tell you when Marquee has it.');
    expect(asked[0]?.body).toEqual({ query: 'The Lost Film' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Tell me when Marquee has it' });
    expect(taken[0]?.url.pathname).toBe('/api/v1/wishes/7');
  });

  it('says that a title was asked for before', async () => {
    answer('GET /api/v2/media', mediaPage([]));
    answer('GET /api/v1/people', { people: [], pagination: pagination(0) });
    answer('GET /api/v1/wishes', {
      wishes: [{ id: 7, query: 'The Lost Film', medium_id: null, state: 'waiting' }],
    });
    renderApp('/search?query=the lost film');
    await screen.findByText('We will tell you when Marquee has it.');
    expect(screen.queryByRole('button', { name: 'Tell me when Marquee has it' })).toBeNull();
  });

  it('shows "No results." and offers the search for people when no title and no person matches', async () => {
    answer('GET /api/v2/media', mediaPage([]));
    answer('GET /api/v1/wishes', { wishes: [] });
    answer('GET /api/v1/people', { people: [], pagination: pagination(0) });
    const { router, user } = renderApp('/search?query=qqq');
    await screen.findByText('No results.');
    const types = within(screen.getByRole('combobox', { name: 'Search for' })).getAllByRole('option');
    expect(types.map(({ textContent }) => textContent)).toEqual(['Movie / Show', 'Cast & Crew']);
    await user.click(screen.getByRole('button', { name: 'Search cast and crew' }));
    await waitFor(() => expect(router.state.location.search).toBe('?query=qqq&search_type=people'));
  });

  it('shows a person whose name is written with a typo', async () => {
    answer('GET /api/v2/media', mediaPage([]));
    answer('GET /api/v1/people', {
      people: [{ id: 5, full_name: 'Hal Ashby', image: '/images/people/5.svg' }],
      pagination: pagination(1),
    });
    renderApp('/search?query=ashbi');
    expect(await screen.findByRole('link', { name: /Hal Ashby/ })).toHaveProperty('pathname', '/people/5');
  });

  it('shows hidden titles with a mark', async () => {
    answer('GET /api/v2/media', mediaPage([makeMedium(1, { hidden: true })]));
    renderApp('/search?query=title');
    const card = within(await screen.findByRole('article'));
    card.getByText('Hidden');
  });

  it('puts matching people after the titles that begin with the query', async () => {
    answer(
      'GET /api/v2/media',
      mediaPage([makeMedium(1, { title: 'Ashby' }), makeMedium(2, { title: 'Harold and Maude' })]),
    );
    answer('GET /api/v1/people', {
      people: [{ id: 5, full_name: 'Hal Ashby', image: '/images/people/5.svg' }],
      pagination: pagination(1),
    });
    renderApp('/search?query=ashby');
    const list = within(await screen.findByRole('list', { name: 'Results' }));
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Ashby',
      'Hal AshbyCast & crew',
      'Harold and Maude',
    ]);
    screen.getByText('3 results');
  });

  it('shows a person when no title matches', async () => {
    answer('GET /api/v2/media', mediaPage([]));
    answer('GET /api/v1/people', {
      people: [{ id: 5, full_name: 'Hal Ashby', image: null }],
      pagination: pagination(1),
    });
    renderApp('/search?query=hal');
    expect(await screen.findByRole('link', { name: 'Hal Ashby Cast & crew' })).toHaveProperty(
      'pathname',
      '/people/5',
    );
    expect(screen.queryByText('No results.')).toBeNull();
  });

  it('pressing / focuses the search field, and Esc clears it', async () => {
    answer('GET /api/v2/media', mediaPage([makeMedium(1)]));
    const { user } = renderApp('/search?query=title');
    await screen.findByText('Title 1');
    await user.keyboard('/');
    const input = await field();
    expect(document.activeElement).toBe(input);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(input).toHaveProperty('value', ''));
  });
});

describe('the search before typing', () => {
  const taste = makeTaste({
    genres: [makeKind(4, 'Horror', 1.2, 0.8)],
    people: [
      makeKind(5, 'Hal Ashby', 0.7, 0.6),
      makeKind(7, 'Shown As Zero', 0.05, 0.6),
      makeKind(6, 'Someone Else', -0.7, 0.6),
    ],
  });

  const suggestions = () => within(screen.getByRole('region', { name: 'Recommended for you' }));
  const cardCount = () => suggestions().queryAllByRole('article').length;

  it('offers genres and liked people, focuses the field and sends no search', async () => {
    answer('GET /api/v1/taste', taste);
    const calls = answer('GET /api/v2/media', mediaPage([]));
    renderApp('/search');
    expect(await screen.findByRole('link', { name: 'Horror' })).toHaveProperty(
      'pathname',
      '/discover/rows/genre-4',
    );
    expect(screen.getByRole('link', { name: 'Hal Ashby' })).toHaveProperty('pathname', '/people/5');
    expect(screen.queryByText('Someone Else')).toBeNull();
    expect(screen.queryByText('Shown As Zero')).toBeNull();
    expect(screen.queryByText('Recent searches')).toBeNull();
    expect(document.activeElement).toBe(await field());
    expect(calls.map(({ url }) => url.searchParams.get('selection'))).not.toContain('search');
  });

  it('shows twelve recommendations on the streaming services of the member', async () => {
    const calls = answer('GET /api/v2/media', mediaPage(titles(upTo(24))));
    const { user } = renderApp('/search');
    expect(await screen.findByRole('link', { name: 'Title 1' })).toHaveProperty(
      'pathname',
      '/search/media/1',
    );
    expect(cardCount()).toBe(12);
    const all = suggestions().getByRole('link', { name: 'Recommended for you' });
    expect(all).toHaveProperty('pathname', '/discover/rows/recommended');
    expect(calls.map(({ url }) => url.searchParams.get('all_streaming'))).toEqual(['false']);
    suggestions().getByRole('link', { name: 'Title 1' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Title 2' }));
  });

  it('adds titles of other streaming services when the member’s streaming services have too few titles', async () => {
    answer('GET /api/v2/media', ({ url }) =>
      mediaPage(titles(url.searchParams.get('all_streaming') === 'false' ? [30] : upTo(30))),
    );
    renderApp('/search');
    await screen.findByRole('link', { name: 'Title 30' });
    expect(
      suggestions()
        .getAllByRole('article')
        .map((card) => within(card).getByRole('link').textContent),
    ).toEqual(['Title 30', ...upTo(11).map((n) => `Title ${n}`)]);
  });

  it('leaves out rated and hidden titles, and still shows 12 cards', async () => {
    const rated = makeMedium(1, { rating: 7 });
    const hidden = makeMedium(2, { hidden: true });
    answer('GET /api/v2/media', mediaPage([rated, hidden, ...titles(upTo(24).slice(2))]));
    renderApp('/search');
    await screen.findByRole('link', { name: 'Title 3' });
    expect(screen.queryByRole('link', { name: 'Title 1' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Title 2' })).toBeNull();
    expect(cardCount()).toBe(12);
  });

  it.each([
    ['fail', { status: 422, error: 'invalid' }],
    ['are empty', mediaPage([])],
  ] as const)('shows no row of recommendations when the recommendations %s', async (_, reply) => {
    answer('GET /api/v1/taste', taste);
    answer('GET /api/v2/media', reply);
    renderApp('/search');
    await screen.findByRole('link', { name: 'Horror' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recommended for you' })).toBeNull());
    screen.getByRole('link', { name: 'Hal Ashby' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(await field());
  });

  it('searches while the recommendations are still loading', async () => {
    answer('GET /api/v2/media', ({ url }) =>
      url.searchParams.get('selection') === 'search'
        ? mediaPage([makeMedium(1, { title: 'Harold and Maude' })])
        : new Promise(() => {}),
    );
    const { user } = renderApp('/search');
    const input = await field();
    expect(document.activeElement).toBe(input);
    expect(cardCount()).toBe(0);
    await user.keyboard('harold');
    await screen.findByRole('link', { name: 'Harold and Maude' });
    expect(document.activeElement).toBe(input);
  });

  it('offers recent searches, repeats a search on click, and clears all searches', async () => {
    answer('GET /api/v2/media', mediaPage([makeMedium(1)]));
    rememberSearch('harold');
    const { router, user } = renderApp('/search');
    await user.click(await screen.findByRole('button', { name: 'harold' }));
    await screen.findByText('Title 1');
    expect(router.state.location.search).toBe('?query=harold');
    await user.clear(await field());
    await user.click(await screen.findByRole('button', { name: 'Clear recent searches' }));
    expect(screen.queryByText('Recent searches')).toBeNull();
  });
});

describe('/people/{id}', () => {
  it('shows the person with their titles', async () => {
    answer('GET /api/v2/media', ({ url }) => {
      expect(url.searchParams.get('personId')).toBe('5');
      return mediaPage([makeMedium(1)], { person: { id: 5, full_name: 'Hal Ashby', image: null } });
    });
    renderApp('/people/5');
    await screen.findByRole('heading', { name: 'Hal Ashby' });
    expect(await screen.findByRole('link', { name: 'Title 1' })).toHaveProperty(
      'pathname',
      '/people/5/media/1',
    );
  });

  it('links to the person search when the person does not exist', async () => {
    answer('GET /api/v2/media', { status: 404, error: 'not_found' });
    renderApp('/people/99');
    await screen.findByText('There is no person at this address.');
  });
});

it('a title hidden in the results fades, is then marked, and adds a Load more card to 25 results', async () => {
  giveSizes();
  const [first, ...others] = titles(Array.from({ length: 25 }, (_, index) => index + 1));
  if (!first) throw new Error('there is no first title');
  // A title that was hidden long ago adds no card.
  answer('GET /api/v2/media', mediaPage([first, ...others.slice(0, -1), makeMedium(25, { hidden: true })]));
  answer('POST /api/v1/media/{id}/user_medium_hiddens', { medium: makeMedium(1, { hidden: true }) });
  const { user } = renderApp('/search?query=title');
  const card = (await screen.findByRole('link', { name: 'Title 1' })).closest('article') ?? document.body;
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Hide' }));
  expect(within(card).queryByText('Hidden')).toBeNull();
  await within(card).findByText('Hidden');
  screen.getByRole('button', { name: 'Load more' });
});

describe('/hidden', () => {
  it('unhides a title after a click on Unhide', async () => {
    answer(
      'GET /api/v2/media',
      mediaPage([makeMedium(1, { hidden: true }), makeMedium(2, { hidden: true })]),
    );
    const shown = answer('POST /api/v1/media/{id}/user_medium_hiddens/remove', { medium: makeMedium(1) });
    const { user } = renderApp('/hidden');
    const [first] = await screen.findAllByRole('article');
    await user.click(
      within(first ?? document.body).getAllByRole('button', { name: 'Unhide' })[0] ?? document.body,
    );
    await waitFor(() => expect(screen.queryByText('Title 1')).toBeNull());
    expect(shown).toHaveLength(1);
    screen.getByText('Title 2');
  });

  it('shows a text when no title is hidden', async () => {
    answer('GET /api/v2/media', mediaPage([]));
    renderApp('/hidden');
    await screen.findByText("You haven't hidden any items");
  });
});
