import type { Round } from '@marquee/contracts';
import { starsInWords, storiesOf } from '@marquee/contracts/in-words';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { ProviderMarks } from '#src/components/ui/provider-marks.tsx';
import { Story } from '#src/features/titles/components/story.tsx';
import { factsOf, inWords, joinFacts } from '#src/features/titles/facts.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { cx } from '#src/lib/screen/class-names.ts';
import { changeRound, roundKey, saveVote } from '../api.ts';
import { eveningEntry, STARTS_IN_MINUTES } from '../evening-entry.ts';
import { useSwipe, type Way } from '../hooks/use-swipe.ts';
import { Face } from './face.tsx';
import { Part } from './part.tsx';
import css from './round.module.css';

type RoundMedium = Round['media'][number];

/** The bands of those who show theirs, in words. */
function Bands({ round, medium }: { round: Round; medium: RoundMedium }) {
  const lines = (medium.bands ?? []).map(({ member_id, from }) => {
    const name = round.members.find(({ id }) => id === member_id)?.name;
    return `${name} ${from}–${from + 10} %`;
  });
  return lines.length > 0 ? <p className="soft">Likely to like it: {lines.join(', ')}</p> : null;
}

function Facts({ round, medium }: { round: Round; medium: RoundMedium }) {
  return (
    <>
      <p className="soft">{joinFacts(factsOf(medium))}</p>
      <div className={css.story}>
        <Story medium={medium} />
      </div>
      <Bands round={round} medium={medium} />
    </>
  );
}

interface Props {
  round: Round;
  onRound: (round: Round) => void;
}

/** A title in a list, with what `children` say of it. */
function TitleRow({
  round,
  medium,
  children,
}: Pick<Props, 'round'> & { medium: RoundMedium; children?: ReactNode }) {
  return (
    <>
      <PosterImage className={css.small} src={medium.poster_url} />
      <div>
        <h3>{medium.title}</h3>
        {children}
        <Facts round={round} medium={medium} />
        <ProviderMarks offers={medium.provider_medium} max={4} />
      </div>
    </>
  );
}

/** Who chooses. From three people on, each face says that its person has answered. */
function Faces({ round, medium }: { round: Round; medium: RoundMedium }) {
  return (
    <ul className="wrap gap-3" aria-label={medium.answered ? 'Who has answered' : 'Who chooses'}>
      {round.members.map(({ id, name }, at) => {
        const hasAnswered = medium.answered?.includes(id) ?? false;
        return (
          <li key={id} title={name}>
            <Face name={name} at={at} hasAnswered={hasAnswered} />
            <span className="visually-hidden">{`${name}${hasAnswered ? ' has answered' : ''}`}</span>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Saves votes, one after the other: a "no" that arrived after the "yes" that decides the round would be refused.
 * `pending` has the titles whose votes are not saved yet.
 */
function useVote(code: string, onVoted: (round: Round) => void) {
  const [pending, setPending] = useState<readonly number[]>([]);
  const client = useQueryClient();
  const vote = useMutation({
    scope: { id: `votes of ${code}` },
    mutationFn: ({ id, vote }: { id: number; vote: 'yes' | 'no' }) => saveVote(code, id, vote),
    onMutate: ({ id }) => setPending((ids) => [...ids, id]),
    onSuccess: onVoted,
    onError: (error) => {
      showFailure(error, 'Your answer could not be saved. Please try again.');
      // The round may have ended while the vote was sent.
      void client.invalidateQueries({ queryKey: roundKey(code) });
    },
    onSettled: (_reply, _error, { id }) => setPending((ids) => ids.filter((other) => other !== id)),
    retry: 2,
  });
  return { ...vote, pending };
}

/** Yes or no to one title after another, by a swipe, the arrow keys or the buttons. At the end, the titles with the most yes. */
export function SwipeVote({ round, onRound }: Props) {
  const vote = useVote(round.code, onRound);
  const left = round.media.filter(
    ({ id, group_vote }) => group_vote.mine === null && !vote.pending.includes(id),
  );
  const [medium] = left;
  const [gone, setGone] = useState<{ medium: RoundMedium; way: Way } | null>(null);
  const swipe = useSwipe(
    medium &&
      ((way) => {
        setGone({ medium, way });
        vote.mutate({ id: medium.id, vote: way === 'left' ? 'no' : 'yes' });
      }),
  );
  const failing = vote.isPending && vote.failureCount > 0 && (
    <p role="status">Your answer has not arrived yet. Trying again.</p>
  );
  if (!medium) {
    const best = round.media.toSorted((a, b) => b.group_vote.yes - a.group_vote.yes).slice(0, 3);
    return (
      <Part title="The most yes so far">
        <ul className={css.list}>
          {best.map((title) => (
            <li key={title.id} className={css.row}>
              <TitleRow round={round} medium={title}>
                <p>{`${title.group_vote.yes} of ${round.members.length} said yes`}</p>
              </TitleRow>
            </li>
          ))}
        </ul>
        {failing}
        <p className="soft">As soon as everybody says yes to the same title, it is shown here.</p>
      </Part>
    );
  }
  return (
    <section className={css.deck} aria-live="polite">
      <div className={css.stage}>
        <div className={css.card} {...swipe.card}>
          <PosterImage className={css.poster} key={medium.id} src={medium.poster_url} eager />
        </div>
        {/* The answered title leaves to the side of its answer, whichever way it was given. */}
        {gone && (
          <div
            key={gone.medium.id}
            className={cx(css.gone, css[gone.way])}
            aria-hidden
            onAnimationEnd={() => setGone(null)}
          >
            <PosterImage className={css.poster} src={gone.medium.poster_url} eager />
          </div>
        )}
      </div>
      <div className={css.told}>
        <h2>{medium.title}</h2>
        <Facts round={round} medium={medium} />
        <div className={`wrap ${css.side}`}>
          <ProviderMarks offers={medium.provider_medium} max={4} />
          <Faces round={round} medium={medium} />
        </div>
        {left.length === round.media.length && (
          <p className="soft">
            Swipe<span className={css.keys}>, or use the arrow keys</span>: left is no, right is yes.
          </p>
        )}
        <div className={`wrap gap-3 ${css.answers}`}>
          <Button size="large" wide onClick={() => swipe.answer('left')}>
            No
          </Button>
          <Button size="large" wide variant="primary" onClick={() => swipe.answer('right')}>
            Yes
          </Button>
        </div>
        {failing}
      </div>
    </section>
  );
}

/** The best ten. Everybody may say what they would watch, and the host decides. */
export function ListVote({ round, onRound }: Props) {
  const vote = useVote(round.code, onRound);
  const isHost = round.me === round.host;
  const decide = useMutation({
    mutationFn: (winner: number) => changeRound(round.code, { state: 'decided', winner }),
    onSuccess: onRound,
    onError: (error) => showFailure(error, 'The choice could not be saved.'),
  });
  return (
    <Part title={isHost ? 'You decide' : `${round.host_name} decides`}>
      <ol className={cx(css.list, css.wide)}>
        {round.media.map((medium) => (
          <li key={medium.id} className={css.row}>
            <TitleRow round={round} medium={medium} />
            <div className={`wrap gap-3 ${css.answers}`}>
              <Button
                aria-pressed={medium.group_vote.mine === 'yes'}
                onClick={() =>
                  vote.mutate({ id: medium.id, vote: medium.group_vote.mine === 'yes' ? 'no' : 'yes' })
                }
              >
                {medium.group_vote.mine === 'yes' && <Icon name="check" size={18} />}
                {`Good for me (${medium.group_vote.yes})`}
              </Button>
              {isHost && (
                <Button busy={decide.isPending} onClick={() => decide.mutate(medium.id)}>
                  Choose
                  <span className="visually-hidden"> {medium.title}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/**
 * Returns what the caller's own answers say about the winner: the theme that most of the titles with a yes share with it, and how
 * many these are. An answer is told to its owner alone.
 */
function ownAnswers(round: Round, winner: RoundMedium): { stories: string; count: number } | null {
  const liked = round.media.filter(({ group_vote }) => group_vote.mine === 'yes');
  const [best] = winner.themes
    .map((theme) => ({
      stories: storiesOf({ kind: 'theme', name: theme.label, group: theme.group }),
      count: liked.filter(({ themes }) => themes.some(({ slug }) => slug === theme.slug)).length,
    }))
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count);
  return best ?? null;
}

/** Says to a person why the winner fits them, by what they like and by their own answers. */
function ownFit(likes: string | null, own: ReturnType<typeof ownAnswers>, saidYes: boolean): string {
  if (own) {
    const times = own.count === 2 ? 'twice' : `${own.count} times`;
    if (likes === null) return `You said yes to ${own.stories} ${times}.`;
    return `You like ${likes}, and said yes to ${own.stories === likes ? 'them' : own.stories} ${times}.`;
  }
  if (likes !== null) return `You like ${likes}.`;
  return saidYes ? 'You said yes.' : 'You';
}

/** From this rating on, a rating is a reason of its own. */
const LOVED_FROM = 7;

/** Offers of a winner on services that no one in the round has. More of them do not help. */
const OTHER_OFFERS = 3;

/** Returns the offers of the winner, those that a member of the round can play first, each with these members. */
function offersFor({ plays, members, me }: Round, { provider_medium: offers }: RoundMedium) {
  const named = offers.map((offer) => ({
    offer,
    names: (offer.price > 0 ? [] : plays)
      .filter((member) => member.medium_provider_ids.includes(offer.medium_provider.id))
      .map(({ member_id: id }) =>
        id === me ? 'you' : (members.find((other) => other.id === id)?.name ?? ''),
      )
      .sort((a, b) => Number(b === 'you') - Number(a === 'you')),
  }));
  const own = named
    .filter(({ names }) => names.length > 0)
    // A service may have several offers of a title that it includes.
    .filter(
      ({ offer }, at, all) =>
        at === all.findIndex((other) => other.offer.medium_provider.id === offer.medium_provider.id),
    );
  return own.length > 0 ? own : named.slice(0, OTHER_OFFERS);
}

/** Saves the evening as a calendar entry that starts soon. */
function StartSoon({ round, medium }: { round: Round; medium: RoundMedium }) {
  const save = () => {
    const url = `${location.origin}${screenAddress(paths.round, { code: round.code })}`;
    const entry = eveningEntry({ title: medium.title, minutes: medium.runtime_minutes, url });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([entry], { type: 'text/calendar' }));
    link.download = 'tonight.ics';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button onClick={save}>
      <Icon name="clock" size={18} />
      {`Start in ${STARTS_IN_MINUTES} minutes`}
    </Button>
  );
}

/** Returns in words who can play an offer: "you and Bob7 have it". */
const haveIt = (names: readonly string[]): string =>
  `${inWords.format(names)} ${names.length > 1 || names[0] === 'you' ? 'have' : 'has'} it`;

/**
 * The title that was chosen: why it fits each, and the ways to watch it.
 * @param gave the caller's own rating of it, of which only they are told
 */
export function Winner({ round, gave }: { round: Round; gave: number | null }) {
  // A phone that was scrolled while voting shows the poster first.
  useEffect(() => window.scrollTo(0, 0), []);
  const medium = round.media.find(({ id }) => id === round.winner);
  if (!medium) return <p>{round.winner_title}</p>;
  const own = ownAnswers(round, medium);
  const fits = round.members.map(({ id, name }, at) => {
    const likes = round.fits.find(({ member_id }) => member_id === id)?.text ?? null;
    if (id !== round.me) return { id, name, at, text: likes === null ? name : `${name} likes ${likes}.` };
    const loved = gave !== null && gave >= LOVED_FROM && `You gave it ${starsInWords(gave)}.`;
    return { id, name, at, text: loved || ownFit(likes, own, medium.group_vote.mine === 'yes') };
  });
  return (
    <section className={cx(css.deck, css.winner)}>
      <div className={css.stage}>
        <PosterImage src={medium.poster_url} eager />
      </div>
      <div className={css.told}>
        <div role="status">
          <p className={css.tonight}>Tonight it is</p>
          <h2>{medium.title}</h2>
          <p className="soft">{joinFacts(factsOf(medium))}</p>
        </div>
        <div className={css.story}>
          <Story medium={medium} />
        </div>
        <Bands round={round} medium={medium} />
        <ul className={`stack gap-3 ${css.fits}`} aria-label="Why it fits">
          {fits.map(({ id, name, at, text }) => (
            <li key={id}>
              <Face name={name} at={at} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <ul className="wrap gap-3" aria-label="Where it plays">
          {offersFor(round, medium).map(({ offer, names }, at) => (
            <li key={offer.id} className={css.offer}>
              <ButtonLink
                variant={at === 0 ? 'primary' : 'outline'}
                size={at === 0 ? 'large' : 'normal'}
                href={offer.url}
                target="_blank"
                rel="noopener"
              >
                Watch on {offer.medium_provider.name}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </ButtonLink>
              {names.length > 0 && (
                <span className="soft">{`On ${offer.medium_provider.name}: ${haveIt(names)}`}</span>
              )}
            </li>
          ))}
          <li>
            <StartSoon round={round} medium={medium} />
          </li>
        </ul>
      </div>
    </section>
  );
}
