import type { Medium, Round } from '@marquee/contracts';
import { MESSAGES } from '@marquee/contracts/constants';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeMedium, makeOffer } from '../../../../test/media.ts';
import { arriveWithToken, renderApp } from '../../../../test/render-app.tsx';
import { answer, makeUser, server } from '../../../../test/server.ts';

const CODE = '2abcdefgh3jkm';
const member = { guest: false, ready: false, show_match: false };
const people = [
  { ...member, id: 1, name: 'Ada42' },
  { ...member, id: 2, name: 'Bob7' },
];

const makeRound = (part: Partial<Round> = {}): Round => ({
  id: 1,
  code: CODE,
  short_code: 'K7M2X9',
  waiting: [],
  fits: [],
  plays: [],
  host: 1,
  host_name: 'Ada42',
  mode: 'swipe',
  state: 'open',
  version: 1,
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  minutes: null,
  mood: null,
  max_age_rating: null,
  me: 1,
  members: people,
  media: [],
  winner: null,
  winner_title: null,
  ...part,
});

const vote = (id: number, mine: 'yes' | 'no' | null = null, yes = 0) => ({
  ...makeMedium(id),
  group_vote: { mine, yes },
});

const preview = {
  host_name: 'Ada42',
  mode: 'swipe',
  state: 'open',
  people: 2,
  minutes: 100,
  mood: 'light',
} as const;
const makeRating = (rating: number | null) => ({
  medium_id: 2,
  rating,
  tags: [],
  can_suggest_to_share: false,
});
const notFound = { status: 404, error: 'not_found' } as const;

describe('a round', () => {
  beforeEach(() => {
    answer('GET /api/v1/user', { user: makeUser() });
    arriveWithToken('token-of-a-member');
    answer('GET /api/v1/rounds/{code}/events', notFound);
    answer('GET /api/v1/media/{id}/user_medium_ratings', { user_medium_rating: makeRating(null) });
  });

  it('shows the host who is here and starts the vote', async () => {
    answer('GET /api/v1/rounds/{code}', { round: makeRound() });
    const calls = answer('PATCH /api/v1/rounds/{code}', {
      round: makeRound({ state: 'voting', version: 2, media: [vote(1), vote(2)] }),
    });
    const { user } = renderApp(`/together/${CODE}`);
    await screen.findByText('K7M2X9');
    await user.click(screen.getByRole('button', { name: 'Start' }));
    await screen.findByRole('heading', { name: 'Title 1' });
    expect(calls[0]?.body).toEqual({ state: 'voting' });
  });

  it('asks about one title after another, and shows the winner', async () => {
    answer('GET /api/v1/rounds/{code}', { round: makeRound({ state: 'voting', media: [vote(1), vote(2)] }) });
    const calls = answer('PUT /api/v1/rounds/{code}/votes/{id}', ({ url }) => ({
      round: url.pathname.endsWith('/1')
        ? makeRound({ state: 'voting', version: 2, media: [vote(1, 'no'), vote(2)] })
        : makeRound({ state: 'decided', version: 3, media: [vote(1, 'no'), vote(2, 'yes', 2)], winner: 2 }),
    }));
    const { user } = renderApp(`/together/${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'No' }));
    await screen.findByRole('heading', { name: 'Title 2' });
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await screen.findByText('Tonight it is');
    expect(calls.map(({ body }) => body)).toEqual([{ vote: 'no' }, { vote: 'yes' }]);
  });

  it('takes the arrow keys and a swipe of the poster as the buttons', async () => {
    const answers = ['no', 'yes', 'yes'] as const;
    let done = 0;
    const media = () => [1, 2, 3, 4].map((id, at) => vote(id, at < done ? answers[at] : undefined));
    const round = () => makeRound({ state: 'voting', version: done + 1, media: media() });
    answer('GET /api/v1/rounds/{code}', () => ({ round: round() }));
    const calls = answer('PUT /api/v1/rounds/{code}/votes/{id}', () => {
      done += 1;
      return { round: round() };
    });
    const { user } = renderApp(`/together/${CODE}`);
    await screen.findByRole('heading', { name: 'Title 1' });
    await user.keyboard('{ArrowLeft}');
    await screen.findByRole('heading', { name: 'Title 2' });
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('heading', { name: 'Title 3' });
    const swipe = (by: number) => {
      const poster = document.querySelector('img[src*="3"]') ?? expect.unreachable();
      fireEvent.pointerDown(poster, { pointerId: 1, isPrimary: true, button: 0, clientX: 200 });
      fireEvent.pointerMove(poster, { pointerId: 1, isPrimary: true, clientX: 200 + by });
      fireEvent.pointerUp(poster, { pointerId: 1, isPrimary: true, clientX: 200 + by });
    };
    // A card that is moved a little comes back.
    swipe(30);
    expect(calls).toHaveLength(2);
    swipe(120);
    await screen.findByRole('heading', { name: 'Title 4' });
    expect(calls.map(({ body }) => body)).toEqual(answers.map((each) => ({ vote: each })));
  });

  it('says from three people on who has answered a title, and tells its story', async () => {
    const members = [...people, { ...member, id: 3, name: 'Cleo9', guest: true }];
    answer('GET /api/v1/rounds/{code}', {
      round: makeRound({ state: 'voting', members, media: [{ ...vote(1), answered: [3] }] }),
    });
    renderApp(`/together/${CODE}`);
    await screen.findByText('Cleo9 has answered');
    screen.getByText('Ada42');
    screen.getByText('What happens in title 1.');
  });

  it('tells of one’s own answers why the winner fits, and of nobody else’s', async () => {
    const heists = {
      themes: [{ slug: 'heists', group: 'about', label: 'heists' }],
    } satisfies Partial<Medium>;
    const media = [1, 2, 3].map((id) => ({ ...vote(id, id < 3 ? 'yes' : 'no', 2), ...heists }));
    answer('GET /api/v1/rounds/{code}', {
      round: makeRound({
        state: 'decided',
        media,
        winner: 1,
        fits: [{ member_id: 2, text: 'stories from Japan' }],
      }),
    });
    const entry = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:entry');
    const { user } = renderApp(`/together/${CODE}`);
    const fits = await screen.findByRole('list', { name: 'Why it fits' });
    expect(
      within(fits)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.slice(1)),
    ).toEqual(['You said yes to stories about heists twice.', 'Bob7 likes stories from Japan.']);
    await user.click(screen.getByRole('button', { name: 'Start in 20 minutes' }));
    expect(entry).toHaveBeenCalledOnce();
  });

  it('says of the winner where it plays for whom, and leaves out services that none of them has and offers that cost extra', async () => {
    const [mine, theirs, none] = ['Netflix', 'Hulu', 'Max'].map((name, at) => {
      const offer = makeOffer();
      return { ...offer, id: at + 1, medium_provider: { ...offer.medium_provider, id: at + 1, name } };
    });
    if (!mine || !theirs || !none) return expect.unreachable();
    answer('GET /api/v1/rounds/{code}', {
      round: makeRound({
        state: 'decided',
        media: [{ ...vote(2), provider_medium: [none, { ...mine, id: 9, price: 3.99 }, theirs, mine] }],
        winner: 2,
        plays: [
          { member_id: 2, medium_provider_ids: [1, 2] },
          { member_id: 1, medium_provider_ids: [1] },
        ],
      }),
    });
    renderApp(`/together/${CODE}`);
    const places = within(await screen.findByRole('list', { name: 'Where it plays' }));
    expect(places.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Watch on Hulu (opens in a new tab)On Hulu: Bob7 has it',
      'Watch on Netflix (opens in a new tab)On Netflix: you and Bob7 have it',
      'Start in 20 minutes',
    ]);
  });

  it('says of the winner why it fits each', async () => {
    const fits = [
      { member_id: 1, text: 'stories about found families' },
      { member_id: 2, text: 'stories from Japan' },
    ];
    answer('GET /api/v1/rounds/{code}', {
      round: makeRound({ state: 'decided', media: [vote(1), vote(2)], winner: 2, fits }),
    });
    renderApp(`/together/${CODE}`);
    const list = await screen.findByRole('list', { name: 'Why it fits' });
    // Each begins with the letter of a drawn face.
    expect(Array.from(list.children, ({ textContent }) => textContent?.slice(1))).toEqual([
      'You like stories about found families.',
      'Bob7 likes stories from Japan.',
    ]);
  });

  it('says to a member who loved the winner that they gave it five stars, and shows the face of each', async () => {
    answer('GET /api/v1/media/{id}/user_medium_ratings', { user_medium_rating: makeRating(10) });
    const fits = [{ member_id: 1, text: 'stories about found families' }];
    answer('GET /api/v1/rounds/{code}', {
      round: makeRound({ state: 'decided', media: [vote(2, 'yes', 2)], winner: 2, fits }),
    });
    renderApp(`/together/${CODE}`);
    await screen.findByText('You gave it 5 stars.');
    const list = screen.getByRole('list', { name: 'Why it fits' });
    expect(Array.from(list.children, ({ textContent }) => textContent?.slice(1))).toEqual([
      'You gave it 5 stars.',
      'Bob7',
    ]);
  });

  it('asks nobody in a pair whether they are ready, and everybody in a group', async () => {
    let round = makeRound();
    answer('GET /api/v1/rounds/{code}', () => ({ round }));
    renderApp(`/together/${CODE}`);
    await screen.findByText('K7M2X9');
    expect(screen.queryByText(/ready/i)).toBeNull();
    round = makeRound({ version: 2, members: [...people, { ...member, id: 3, name: 'Cleo' }] });
    await screen.findByRole('button', { name: 'I’m ready' });
  });

  it('lets the host let in or refuse who came by the short code', async () => {
    const waiting = [
      { id: 7, name: 'Sam' },
      { id: 8, name: 'Max' },
    ];
    answer('GET /api/v1/rounds/{code}', { round: makeRound({ waiting }) });
    const calls = answer('PATCH /api/v1/rounds/{code}/waiting/{id}', ({ url }) => ({
      round: url.pathname.endsWith('/7')
        ? makeRound({ version: 2, waiting: waiting.slice(1) })
        : makeRound({ version: 3 }),
    }));
    const { user } = renderApp(`/together/${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'Let in Sam' }));
    await waitFor(() => expect(screen.queryByText('Sam')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Refuse Max' }));
    await waitFor(() => expect(screen.queryByText('At the door')).toBeNull());
    expect(calls.map(({ url, body }) => [url.pathname.at(-1), body])).toEqual([
      ['7', { admit: true }],
      ['8', { admit: false }],
    ]);
  });

  it('says that an answer has not arrived while there is no connection, sends it again, and asks again where that fails too', async () => {
    answer('GET /api/v1/rounds/{code}', { round: makeRound({ state: 'voting', media: [vote(1), vote(2)] }) });
    const calls = answer('PUT /api/v1/rounds/{code}/votes/{id}', 'no answer');
    const { user } = renderApp(`/together/${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await screen.findByText('Your answer has not arrived yet. Trying again.');
    screen.getByRole('heading', { name: 'Title 2' });
    await screen.findByText('Your answer could not be saved. Please try again.');
    expect(calls).toHaveLength(3);
    await screen.findByRole('heading', { name: 'Title 1' });
  });

  it('sends quick votes one after the other, and shows no title again while its vote is being saved', async () => {
    const [one, two, three] = [vote(1), vote(2), vote(3)];
    answer('GET /api/v1/rounds/{code}', { round: makeRound({ state: 'voting', media: [one, two, three] }) });
    const first = Promise.withResolvers<void>();
    const calls = answer('PUT /api/v1/rounds/{code}/votes/{id}', async ({ url }) => {
      const isFirst = url.pathname.endsWith('/1');
      if (isFirst) await first.promise;
      const media = isFirst ? [vote(1, 'no'), two, three] : [vote(1, 'no'), vote(2, 'no'), three];
      return { round: makeRound({ state: 'voting', version: isFirst ? 2 : 3, media }) };
    });
    const { user } = renderApp(`/together/${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'No' }));
    await screen.findByRole('heading', { name: 'Title 2' });
    await user.click(screen.getByRole('button', { name: 'No' }));
    await screen.findByRole('heading', { name: 'Title 3' });
    expect(calls).toHaveLength(1);
    first.resolve();
    await waitFor(() => expect(calls.map(({ url }) => url.pathname.at(-1))).toEqual(['1', '2']));
    screen.getByRole('heading', { name: 'Title 3' });
  });

  it('shows the three titles with the most yes when the deck ends', async () => {
    const media = [vote(1, 'no', 0), vote(2, 'yes', 1), vote(3, 'yes', 2), vote(4, 'no', 1)];
    answer('GET /api/v1/rounds/{code}', { round: makeRound({ state: 'voting', media }) });
    renderApp(`/together/${CODE}`);
    await screen.findByRole('heading', { name: 'The most yes so far' });
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Title 3',
      'Title 2',
      'Title 4',
    ]);
  });

  it('lets only the host choose from the list', async () => {
    const list = makeRound({ mode: 'list', state: 'voting', media: [vote(1), vote(2)] });
    answer('GET /api/v1/rounds/{code}', { round: { ...list, me: 2 } });
    renderApp(`/together/${CODE}`);
    await screen.findByRole('heading', { name: 'Ada42 decides' });
    expect(screen.queryByRole('button', { name: /Choose/ })).toBeNull();
  });

  it('reads a round again every few seconds while no events arrive', async () => {
    let version = 1;
    const calls = answer('GET /api/v1/rounds/{code}', () => ({ round: makeRound({ version: version++ }) }));
    renderApp(`/together/${CODE}`);
    await screen.findByText('K7M2X9');
    await waitFor(() => expect(calls.length).toBeGreaterThan(1));
  });
});

describe('the events of a round', () => {
  it('show what the others did at once, without asking every few seconds', async () => {
    answer('GET /api/v1/user', { user: makeUser() });
    arriveWithToken('token-of-a-member');
    let version = 1;
    let send = (_text: string): void => {};
    const asked: (string | null)[] = [];
    server.use(
      http.get('*/api/v1/rounds/:code/events', ({ request }) => {
        asked.push(request.headers.get('authorization'));
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            send = (text) => controller.enqueue(new TextEncoder().encode(text));
            send(': connected\n\n');
          },
        });
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
      }),
    );
    const reads = answer('GET /api/v1/rounds/{code}', () => ({
      round: makeRound({
        version,
        members: version === 1 ? people.slice(0, 1) : people,
      }),
    }));
    renderApp(`/together/${CODE}`);
    await screen.findByText('Ada42');
    await waitFor(() => expect(asked).toEqual(['Bearer token-of-a-member']));
    const before = reads.length;
    version = 2;
    // An event may arrive in pieces.
    send('id: 2\nevent: round\nda');
    send('ta: {"version":2}\n\n');
    await screen.findByText('Bob7');
    // The same version again, a comment and rubbish cause no call.
    send('id: 2\nevent: round\ndata: {"version":2}\n\n: still here\n\ndata: {"version":"x"}\n\n');
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(reads.length).toBe(before + 1);
  });
});

describe('a guest', () => {
  it('reads what others will see, joins with a name, and calls with the guest’s token from then on', async () => {
    answer('GET /api/v1/rounds/{code}/events', notFound);
    let joined = false;
    const guest = { id: 3, name: 'Cleo', guest: true, ready: false, show_match: false };
    const round = makeRound({ me: 3, members: [...people, guest] });
    const reads = answer('GET /api/v1/rounds/{code}', () => (joined ? { round } : notFound));
    const joins = answer('POST /api/v1/rounds/{code}/join', () => {
      joined = true;
      return { round, guest_token: '3.99.mac' };
    });
    answer('GET /api/v1/rounds/{code}/preview', { preview });
    const decks = answer('GET /api/v1/rounds/{code}/deck', { media: [makeMedium(5)] });
    const rates = answer('PUT /api/v1/rounds/{code}/ratings', { round });
    const { user } = renderApp(`/together/${CODE}`);
    await screen.findByRole('heading', { name: 'Ada42 invites you to choose what to watch' });
    screen.getByText('Everybody says yes or no · Under 100 minutes · Light · 2 people are here');
    screen.getByText(/Nobody sees your ratings/);
    await user.type(screen.getByLabelText('Your name'), 'Cleo');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await user.click(await screen.findByRole('radio', { name: '4 stars' }));
    await waitFor(() => expect(rates[0]?.body).toEqual({ ratings: [{ medium_id: 5, rating: 8 }] }));
    expect(joins[0]?.body).toMatchObject({ name: 'Cleo', guest_key: expect.stringMatching(/.{16,}/) });
    expect([reads[0]?.token, decks[0]?.token]).toEqual([null, 'Bearer 3.99.mac']);
  });

  it('reads which signs a name may have before joining, and what is wrong with one that was refused', async () => {
    answer('GET /api/v1/rounds/{code}', notFound);
    answer('GET /api/v1/rounds/{code}/preview', { preview });
    answer('POST /api/v1/rounds/{code}/join', {
      status: 422,
      error: 'invalid',
      message: 'Please check the marked fields and try again.',
      errors: { name: [MESSAGES.displayNameCharacters] },
    });
    const { user } = renderApp(`/together/${CODE}`);
    const field = await screen.findByRole('textbox', { name: 'Your name' });
    const hint = '3 to 16 letters and digits, without spaces';
    const describedBy = () =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent);
    expect(describedBy()).toContain(hint);
    await user.type(field, 'Mary Ann');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await screen.findByText(MESSAGES.displayNameCharacters);
    expect(describedBy()).toContain(MESSAGES.displayNameCharacters);
  });
});

describe('the end of a round', () => {
  beforeEach(() => {
    answer('GET /api/v1/rounds/{code}/events', notFound);
  });
  const guest = { id: 3, name: 'Cleo', guest: true, ready: false, show_match: false };
  const seenByGuest = (part: Partial<Round>): Round =>
    makeRound({ me: 3, members: [...people, guest], media: [vote(1), vote(2)], ...part });

  /** Opens the round as a guest who has joined, and ends it after the first reading. */
  function endFor(round: Round): () => void {
    localStorage.setItem('round_guest', `${CODE} 0123456789abcdef 3.99.mac`);
    let hasEnded = false;
    answer('GET /api/v1/rounds/{code}', () => (hasEnded ? notFound : { round }));
    renderApp(`/together/${CODE}`);
    return () => {
      hasEnded = true;
    };
  }

  it('replaces the ballot of a guest by the end, without a form to join', async () => {
    const end = endFor(seenByGuest({ state: 'voting' }));
    await screen.findByRole('button', { name: 'Yes' });
    end();
    await screen.findByText(/This round has ended/);
    expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
    expect(screen.queryByLabelText('Your name')).toBeNull();
  });

  it('leaves a guest the title that was chosen, also after a reload', async () => {
    localStorage.setItem('round_guest', `${CODE} 0123456789abcdef 3.99.mac`);
    answer('GET /api/v1/rounds/{code}', { round: seenByGuest({ state: 'ended', winner: 2 }) });
    renderApp(`/together/${CODE}`);
    await screen.findByRole('link', { name: 'What Marquee is' });
    screen.getByRole('heading', { name: 'Title 2' });
    expect(screen.queryByRole('button', { name: 'Leave the round' })).toBeNull();
  });

  it('lets a guest keep the taste in an account, with three fields and both boxes', async () => {
    localStorage.setItem('round_guest', `${CODE} 0123456789abcdef 3.99.mac`);
    let round = seenByGuest({ state: 'decided', winner: 2, fits: [{ member_id: 3, text: 'Japan' }] });
    const reads = answer('GET /api/v1/rounds/{code}', () => ({ round }));
    const kept = makeUser({ signup_step: 4, access_token: 'token-of-cleo' });
    const keeps = answer('POST /api/v1/rounds/{code}/me/keep', () => {
      const members = round.members.map((each) => (each.id === 3 ? { ...each, guest: false } : each));
      round = { ...round, version: 2, members };
      return { user: kept };
    });
    const { user } = renderApp(`/together/${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'Keep my taste for next time' }));
    const create = await screen.findByRole('button', { name: 'Create my account' });
    expect(create).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Email'), 'cleo@example.com');
    expect(screen.getByLabelText('Public display name')).toHaveProperty('value', 'Cleo');
    await user.type(screen.getByLabelText('Password'), 'popcorn 4 two');
    await user.click(screen.getByRole('checkbox', { name: 'I accept the Terms of Service' }));
    await user.click(screen.getByRole('checkbox', { name: 'I am 13 or older' }));
    await user.click(create);
    await screen.findByRole('link', { name: 'Choose your streaming services' });
    expect(keeps.map(({ body, token }) => [body, token])).toEqual([
      [
        {
          user: { email: 'cleo@example.com', display_name: 'Cleo', password: 'popcorn 4 two' },
          terms_accepted: true,
          thirteen_or_older: true,
        },
        'Bearer 3.99.mac',
      ],
    ]);
    await waitFor(() => expect(reads.at(-1)?.token).toBe('Bearer token-of-cleo'));
    expect(screen.queryByRole('button', { name: 'Create my account' })).toBeNull();
  });

  it('is said to a guest who opens the round only afterwards', async () => {
    endFor(seenByGuest({ state: 'voting' }))();
    await screen.findByText(/This round has ended/);
    expect(screen.queryByLabelText('Your name')).toBeNull();
  });

  it('says to who left that they left, and asks them nothing', async () => {
    localStorage.setItem('round_guest', `${CODE} 0123456789abcdef 3.99.mac`);
    answer('GET /api/v1/rounds/{code}', { round: seenByGuest({ state: 'voting' }) });
    answer('DELETE /api/v1/rounds/{code}/me', null);
    const { user } = renderApp(`/together/${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'Leave the round' }));
    await screen.findByText('You have left the round.');
    expect(screen.queryByLabelText('Your name')).toBeNull();
  });

  it('is asked about once, and then says who ended it', async () => {
    answer('GET /api/v1/user', { user: makeUser() });
    arriveWithToken('token-of-a-member');
    answer('GET /api/v1/rounds/{code}', { round: makeRound() });
    const calls = answer('PATCH /api/v1/rounds/{code}', {
      round: makeRound({ state: 'ended', version: 2 }),
    });
    const { user } = renderApp(`/together/${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'End the round' }));
    expect(calls).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'End it for everybody?' }));
    await screen.findByText('You have ended this round before a title was chosen.');
    screen.getByRole('link', { name: 'Your evenings' });
  });
});
