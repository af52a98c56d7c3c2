import type { Round } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { LENGTHS, MOODS } from '#src/features/titles/evening-choices.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { changeMe, changeRound, removePerson } from '../api.ts';
import { AskButton } from './ask-button.tsx';
import { Face } from './face.tsx';
import { Part } from './part.tsx';
import { QrCode } from './qr-code.tsx';
import css from './round.module.css';
import { Waiting } from './waiting.tsx';

/**
 * From this number of people on, a person may show their likelihoods (docs/api.md#round-privacy), and says whether they are
 * ready. Two people see that for themselves.
 */
const GROUP = 3;

/** Removes a person, who cannot return, at the second press. */
function RemoveButton({ round, id, name }: { round: Round; id: number; name: string }) {
  const remove = useMutation({
    mutationFn: () => removePerson(round.code, id),
    onError: (error) => showFailure(error),
  });
  return (
    <AskButton
      label="Remove"
      subject={name}
      question={`Remove ${name} for good?`}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

/** Returns what the round looks for: "Tonight: light, under 100 minutes, up to PG". */
function wantedInWords({ minutes, mood, max_age_rating: age }: Round): string {
  const said = [
    MOODS.find(({ value }) => value === mood)?.label,
    minutes === null ? undefined : LENGTHS.find(({ value }) => value === String(minutes))?.label,
    age === null ? undefined : `for ages up to ${age.replace('+', '')}`,
  ].filter((part) => part !== undefined);
  return said.length === 0
    ? 'Tonight: anything that all of you like.'
    : `Tonight: ${said.join(', ').toLowerCase()}.`;
}

/** Who is in the round, what they show, and the start. */
export function Lobby({ round, onRound }: { round: Round; onRound: (round: Round) => void }) {
  const me = round.members.find(({ id }) => id === round.me);
  const isHost = round.me === round.host;
  const change = useMutation({
    mutationFn: (body: { ready?: boolean; show_match?: boolean }) => changeMe(round.code, body),
    onSuccess: onRound,
    onError: (error) => showFailure(error),
  });
  const start = useMutation({
    mutationFn: () => changeRound(round.code, { state: 'voting' }),
    onSuccess: onRound,
    onError: (error) => showFailure(error),
  });
  const url = `${location.origin}/together/${round.code}`;
  const isGroup = round.members.length >= GROUP;
  const share = async () => {
    if (navigator.share)
      await navigator.share({ title: 'Choose a title together', url }).catch(() => undefined);
    else {
      await navigator.clipboard.writeText(url);
      showToast('The link is copied.');
    }
  };
  return (
    <div className={css.halves}>
      {!me?.guest && (
        <Part title="Invite the others">
          <div className={css.invitation}>
            <QrCode text={url} />
            <div className={css.ways}>
              <Button onClick={() => void share()}>Share the link</Button>
              {round.short_code && (
                <p className="soft">
                  Or say this code, to type at {location.host}/together:
                  <strong className={css.code}>{round.short_code}</strong>
                </p>
              )}
            </div>
          </div>
        </Part>
      )}
      <div className={css.stack}>
        <p className={css.wanted}>{wantedInWords(round)}</p>
        <Waiting round={round} onRound={onRound} />
        <Part title="Who is here">
          <ul className={css.people} aria-live="polite">
            {round.members.map(({ id, name, guest, ready }, at) => (
              <li key={id} className={css.person}>
                <Face name={name} at={at} hasAnswered={isGroup && ready} />
                <span className={css.name}>
                  {name}
                  <span className="soft">
                    {id === round.me && ' (you)'}
                    {id === round.host && ', host'}
                    {guest && ', guest'}
                  </span>
                </span>
                {isGroup && <span className="soft">{ready ? 'Ready' : 'Not ready yet'}</span>}
                {isHost && id !== round.me && <RemoveButton round={round} id={id} name={name} />}
              </li>
            ))}
          </ul>
          {isGroup && (
            <Switch
              label="Show the others how likely I am to like each title"
              checked={me?.show_match ?? false}
              onChange={(show_match) => change.mutate({ show_match })}
            />
          )}
        </Part>
        <div className="wrap gap-3">
          {isGroup && (
            <Button aria-pressed={me?.ready ?? false} onClick={() => change.mutate({ ready: !me?.ready })}>
              {me?.ready ? 'Ready' : 'I’m ready'}
            </Button>
          )}
          {isHost ? (
            <Button
              variant={round.members.length > 1 ? 'primary' : 'outline'}
              busy={start.isPending}
              onClick={() => start.mutate()}
            >
              Start
            </Button>
          ) : (
            <p className="soft">{round.host_name} starts the choice.</p>
          )}
        </div>
      </div>
    </div>
  );
}
