import type { Import, ImportPreview, ImportTitle } from '@marquee/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { startSession } from '#src/lib/session/session.ts';
import { makeImport } from '../../../../test/imports.ts';
import { makeMedium, mediaPage, pagination } from '../../../../test/media.ts';
import { renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser, server } from '../../../../test/server.ts';

const title = (part: Partial<ImportTitle> = {}): ImportTitle => ({
  id: 1,
  title: 'Solaris',
  year: null,
  type: 'movie',
  entries: 1,
  medium: null,
  choices: [
    { medium_id: 7, title: 'Solaris', release_year: 1972, type: 'movie', confidence: 0.5 },
    { medium_id: 8, title: 'Solaris', release_year: 2002, type: 'movie', confidence: 0.5 },
  ],
  rating: 7,
  tags: [],
  seen_on: null,
  lists: [],
  hidden: false,
  rating_change: 'none',
  current_rating: null,
  episodes: 0,
  unfit_episodes: [],
  ...part,
});

const preview = (given: Import, titles: ImportTitle[] = []): ImportPreview => ({
  import: given,
  titles,
  over_caps: [],
  pagination: pagination(titles.length),
});

function open(address: string) {
  startSession(makeUser());
  return renderApp(address);
}

test('the preview says how many views were left out because the title was only started', async () => {
  const given = makeImport({ source: 'netflix', counts: { ...makeImport().counts, unfinished: 2 } });
  answer('GET /api/v1/user/imports/{id}', preview(given));
  open('/settings/import/5');
  await screen.findByText('2 views were left out, because less than two thirds of the title was played.');
});

test('a file is uploaded with the chosen service when it is chosen, and its preview opens', async () => {
  answer('GET /api/v1/user/imports', { imports: [] });
  answer('GET /api/v1/user/imports/{id}', preview(makeImport({ state: 'reading', progress: 40 })));
  const sent: URL[] = [];
  server.use(
    http.post('*/api/v1/user/imports', ({ request }) => {
      sent.push(new URL(request.url));
      return HttpResponse.json({ import: makeImport({ state: 'reading' }) }, { status: 202 });
    }),
  );
  const { user } = open('/settings/import');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Service' }), 'IMDb');
  screen.getByText(/On imdb.com, open Your ratings/);
  await user.upload(screen.getByLabelText('File'), new File(['Const,Title'], 'ratings.csv'));
  await screen.findByRole('progressbar', { name: /Reading the file/ });
  expect(sent[0]?.searchParams.get('source')).toBe('imdb');
  expect(sent[0]?.searchParams.get('file_name')).toBe('ratings.csv');
});

test('the file alone is enough: the upload names no service', async () => {
  answer('GET /api/v1/user/imports', { imports: [] });
  answer('GET /api/v1/user/imports/{id}', preview(makeImport({ source: null, state: 'reading' })));
  const sent: URL[] = [];
  server.use(
    http.post('*/api/v1/user/imports', ({ request }) => {
      sent.push(new URL(request.url));
      return HttpResponse.json({ import: makeImport({ source: null, state: 'reading' }) }, { status: 202 });
    }),
  );
  const { user } = open('/settings/import');
  await user.upload(await screen.findByLabelText('File'), new File(['x'], 'ratings.csv'));
  await screen.findByRole('heading', { name: 'Import from your file' });
  expect(sent[0]?.searchParams.has('source')).toBe(false);
});

test('a refused upload shows the sentence of the server, and can be tried again', async () => {
  answer('GET /api/v1/user/imports', { imports: [] });
  answer('GET /api/v1/user/imports/{id}', preview(makeImport({ state: 'reading' })));
  let isFull = true;
  server.use(
    http.post('*/api/v1/user/imports', () =>
      isFull
        ? HttpResponse.json(
            { error: 'limit_reached', message: 'You can have at most 10 open imports.' },
            { status: 422 },
          )
        : HttpResponse.json({ import: makeImport({ state: 'reading' }) }, { status: 202 }),
    ),
  );
  const { user } = open('/settings/import');
  await user.upload(await screen.findByLabelText('File'), new File(['x'], 'a.csv'));
  await screen.findByText('You can have at most 10 open imports.');
  isFull = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('progressbar', { name: /Reading the file/ });
});

test('a file over 50 MB is refused before it is uploaded', async () => {
  answer('GET /api/v1/user/imports', { imports: [] });
  const { user } = open('/settings/import');
  const file = new File(['x'], 'a.zip');
  Object.defineProperty(file, 'size', { value: 50 * 1_024 * 1_024 + 1 });
  await user.upload(await screen.findByLabelText('File'), file);
  await screen.findByText('This file is too large. The limit is 50 MB.');
});

test('choices for titles in doubt are sent with the confirmation, and the result offers undo', async () => {
  let state = makeImport();
  answer('GET /api/v1/user/imports', { imports: [] });
  answer('GET /api/v1/user', { user: makeUser() });
  answer('GET /api/v1/user/imports/{id}', ({ url }) =>
    preview(state, url.searchParams.get('show') === 'doubtful' ? [title()] : []),
  );
  const applied = makeImport({
    state: 'applied',
    applied_at: new Date().toISOString(),
    undo_until: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const sent = answer('POST /api/v1/user/imports/{id}/confirm', () => {
    state = applied;
    return { import: applied };
  });
  const { user } = open('/settings/import/5');
  await screen.findByText('1 new rating');
  await user.click(screen.getByRole('tab', { name: 'To check (1)' }));
  const match = within(await screen.findByRole('group', { name: 'Match for Solaris' }));
  expect(match.getByRole('radio', { name: 'Do not import' })).toHaveProperty('checked', true);
  await user.click(match.getByRole('radio', { name: 'Solaris (1972), movie, 50 %' }));
  await user.click(screen.getByRole('button', { name: 'Confirm import' }));
  await screen.findByRole('heading', { name: 'Imported' });
  expect(sent[0]?.body).toEqual({ choices: [{ id: 1, medium_id: 7 }] });
  expect(screen.getByRole('link', { name: 'Go to Discover' }).getAttribute('href')).toBe('/discover');
  answer('POST /api/v1/user/imports/{id}/undo', () => {
    state = { ...applied, state: 'undone' };
    return { import: state };
  });
  await user.click(screen.getByRole('button', { name: 'Undo import' }));
  await waitFor(() => screen.getByText('This import is undone.'));
});

const known = { titles: 2, matched: 2, doubtful: 0, unmatched: 0 };
test.each([
  ['ready', known, 'Nothing would change: your account has all of this already.'],
  ['applied', known, 'Nothing was changed: your account had all of this already.'],
  [
    'ready',
    { ...known, matched: 0, unmatched: 2 },
    'Nothing would change: none of the titles is in our catalogue yet.',
  ],
  [
    'applied',
    { ...known, matched: 0, unmatched: 2 },
    'Nothing was changed: none of the titles was in our catalogue.',
  ],
  ['ready', { ...known, matched: 0, doubtful: 2 }, 'Nothing would change before you choose.'],
  [
    'applied',
    { ...known, matched: 1, doubtful: 1 },
    'Nothing was changed: no title was chosen under “To check”, and your account had the others already.',
  ],
  [
    'ready',
    { ...known, titles: 0, matched: 0, entries: 0 },
    'Nothing would change: no row says that a title was seen, rated or kept for later.',
  ],
] as const)(
  'an import without changes in the state %s with %o says in the right tense why nothing changes',
  async (state, found, sentence) => {
    const { counts } = makeImport();
    const none = { ...counts, ratings_new: 0, seen: 0, list_entries: 0, ...found };
    answer('GET /api/v1/user/imports', { imports: [] });
    answer('GET /api/v1/user/imports/{id}', preview(makeImport({ state, counts: none })));
    open('/settings/import/5');
    await screen.findByText(sentence);
  },
);

test('a file that could not be read shows the reason and a link to the form', async () => {
  answer('GET /api/v1/user/imports', { imports: [] });
  answer(
    'GET /api/v1/user/imports/{id}',
    preview(makeImport({ state: 'failed', failure: 'This archive is damaged.' })),
  );
  open('/settings/import/5');
  await screen.findByText('This archive is damaged.');
  expect(screen.getByRole('link', { name: 'Choose another file' }).getAttribute('href')).toBe(
    '/settings/import',
  );
});

test('a file of several profiles asks whose history it is, with the largest chosen', async () => {
  const profiles = [
    { name: 'Anna', entries: 120 },
    { name: 'Ben', entries: 1 },
  ];
  let given = makeImport({ source: 'netflix', state: 'profile', profiles });
  answer('GET /api/v1/user/imports/{id}', () => preview(given));
  const sent = answer('PATCH /api/v1/user/imports/{id}', () => {
    given = { ...given, state: 'reading' };
    return { import: given };
  });
  const { user } = open('/settings/import/5');
  const largest = await screen.findByRole<HTMLInputElement>('radio', { name: 'Anna (120 entries)' });
  expect(largest.checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Ben (1 entry)' }));
  await user.click(screen.getByRole('button', { name: 'Use this profile' }));
  await screen.findByRole('progressbar', { name: /Reading the file/ });
  expect(sent[0]?.body).toEqual({ profile: 'Ben' });
});

const column = (
  name: string,
  meaning: Import['columns'][number]['meaning'],
  part: Partial<Import['columns'][number]> = {},
) => ({ name, meaning, question: null, chosen: false, ...part });

test('a table of an unknown service shows how its columns were read, and is read as the member says', async () => {
  const columns = [
    column('film', 'title'),
    column('kind', 'type'),
    column('ann_s_rating', 'unused', { question: 'Whose ratings are these?' }),
    column('bob_s_rating', 'unused', { question: 'Whose ratings are these?' }),
    column('shelf', 'unused'),
  ];
  let state = makeImport({ source: 'csv', columns });
  answer('GET /api/v1/user/imports/{id}', () => preview(state));
  const { user } = open('/settings/import/5');
  const read = within(await screen.findByRole('region', { name: 'Columns of the file' }));
  expect(read.getByRole('combobox', { name: 'film' })).toHaveProperty('value', 'title');
  expect(read.getByRole('combobox', { name: 'kind' })).toHaveProperty('value', 'as_read');
  expect(read.getAllByText('Whose ratings are these?')).toHaveLength(2);
  read.getByText('1 column is not used');
  await user.selectOptions(read.getByRole('combobox', { name: 'ann s rating' }), 'My rating');
  await user.selectOptions(read.getByRole('combobox', { name: 'bob s rating' }), 'My rating');
  expect(read.getByRole('combobox', { name: 'ann s rating' })).toHaveProperty('value', 'ignored');
  state = makeImport({
    source: 'csv',
    columns: [column('film', 'title'), column('bob_s_rating', 'rating', { chosen: true })],
  });
  const sent = answerReadings(state);
  await user.click(read.getByRole('button', { name: 'Read the file again' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        columns: [
          { name: 'ann_s_rating', meaning: 'ignored' },
          { name: 'bob_s_rating', meaning: 'rating' },
        ],
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByText('Whose ratings are these?')).toBeNull());
});

test('a table without a column of titles asks which column has them', async () => {
  const columns = [column('column_1', 'unused'), column('column_2', 'unused')];
  answer('GET /api/v1/user/imports/{id}', preview(makeImport({ source: 'csv', columns })));
  open('/settings/import/5');
  await screen.findByText('No column is known for titles. Choose the one that has them.');
  expect(screen.getByRole('combobox', { name: 'column 1' })).toHaveProperty('value', 'ignored');
});

test('an applied import says what the ratings taught', async () => {
  const applied = makeImport({ state: 'applied', applied_at: '2026-11-20T09:00:00.000Z' });
  answer('GET /api/v1/user/imports/{id}', preview(applied));
  answer('GET /api/v1/taste', {
    taste: {
      genres: [{ id: 1, name: 'Drama', effect: 1.6, certainty: 0.9 }],
      decades: [{ id: 1960, name: '1960s', effect: 1.2, certainty: 0.9 }],
      people: [
        { id: 7, name: 'Andrei Tarkovsky', effect: 1.1, certainty: 0.9 },
        { id: 8, name: 'Alan Smithee', effect: -1, certainty: 0.9 },
      ],
      themes: [],
      countries: [],
      groups: [],
    },
    totals: { ratings: 510, average: 7, by_year: [], by_genre: [], by_tag: [] },
  });
  // Nothing of the file is a drama, although the member likes dramas.
  const medium = makeMedium(1, {
    release_year: 1966,
    genres: ['War'],
    directors: [{ person_id: 7, name: 'Andrei Tarkovsky' }],
    cast: [{ person_id: 8, name: 'Alan Smithee' }],
  });
  const asked = answer('GET /api/v1/media/rating_history', {
    ...mediaPage([medium]),
    pagination: pagination(9),
  });
  open('/settings/import/5');
  await screen.findByText(/9 ratings: more of the 1960s, of Andrei Tarkovsky; less of Alan Smithee\./);
  expect(asked[0]?.url.searchParams.get('import_id')).toBe('5');
});

test('the Letterboxd download requests the export in the format of Letterboxd', async () => {
  answer('GET /api/v1/user_medium_providers', { medium_providers: [], user_medium_provider_ids: [] });
  answer('GET /api/v1/user_medium_genres', { user_medium_genres: [], age_ratings: [] });
  answer('GET /api/v1/user_preferences', {
    user_preferences: makeUser().preferences,
    critical_rating_sources: ['none'],
  });
  const asked: string[] = [];
  server.use(
    http.get('*/api/v1/user/export', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('format') ?? '');
      return new HttpResponse('Title\nAlien\n', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const { user } = open('/settings');
  await user.click(await screen.findByRole('button', { name: 'Letterboxd file: download' }));
  await waitFor(() => expect(asked).toEqual(['letterboxd']));
});

/** Answers PATCH with an import that is ready at once, and returns the bodies that were sent. */
function answerReadings(next: Import): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.patch('*/api/v1/user/imports/5', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ import: next });
    }),
  );
  return sent;
}

test('a file that does not say what it is asks, and is read again as what the member chooses', async () => {
  const { counts } = makeImport();
  const unknown = makeImport({
    source: 'csv',
    kind: null,
    scale: null,
    scale_certain: false,
    counts: { ...counts, entries: 0 },
  });
  let state = unknown;
  answer('GET /api/v1/user/imports/{id}', () => preview(state));
  const { user } = open('/settings/import/5');
  await screen.findByText(/does not say whether its titles were seen/);
  state = { ...unknown, kind: 'watchlist' };
  const sent = answerReadings(state);
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'This file is' }),
    'A watchlist: titles for later',
  );
  await waitFor(() => expect(screen.queryByText(/does not say whether/)).toBeNull());
  expect(sent).toEqual([{ kind: 'watchlist' }]);
});

test('ratings on a scale that was guessed can be put on another one', async () => {
  answer('GET /api/v1/user/imports/{id}', preview(makeImport({ scale: 5, scale_certain: false })));
  const { user } = open('/settings/import/5');
  await screen.findByText(/The ratings fit other scales too/);
  const sent = answerReadings(makeImport());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Its ratings are' }), 'out of 10');
  await waitFor(() => expect(sent).toEqual([{ scale: 10 }]));
});

test('a file of another service says what it looks like, and is read when the member agrees', async () => {
  const failed = makeImport({
    source: 'letterboxd',
    state: 'failed',
    failure: 'This file is not an export of the service that was chosen, but Marquee can read it.',
    failure_code: 'other_source',
    looks_like: 'imdb',
  });
  let state = failed;
  answer('GET /api/v1/user/imports/{id}', () => preview(state));
  const { user } = open('/settings/import/5');
  await screen.findByRole('heading', { name: 'This file is not from Letterboxd' });
  state = makeImport();
  const sent = answerReadings(state);
  await user.click(screen.getByRole('button', { name: 'Read it as IMDb' }));
  await screen.findByRole('button', { name: 'Confirm import' });
  expect(sent).toEqual([{ source: 'imdb' }]);
});

test('the preview lists every file with what became of it', async () => {
  const files: Import['files'] = [
    { name: 'ratings.csv', state: 'read', reason: null, entries: 3, unreadable: 0 },
    {
      name: 'photo.jpg',
      state: 'unread',
      reason: 'It is no file that Marquee imports.',
      entries: 0,
      unreadable: 0,
    },
  ];
  answer('GET /api/v1/user/imports/{id}', preview(makeImport({ files, files_count: 2 })));
  const { user } = open('/settings/import/5');
  await user.click(await screen.findByText('2 files, 1 not read or read in part'));
  screen.getByText('It is no file that Marquee imports.');
});
