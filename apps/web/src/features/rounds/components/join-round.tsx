import type { Round, RoundPreview } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { QueryError } from '#src/components/ui/query-error.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { LENGTHS, MOODS } from '#src/features/titles/evening-choices.ts';
import { messageOf } from '#src/lib/http/errors.ts';
import { joinAsGuest, joinAsMember, previewQuery } from '../api.ts';
import { MODES } from '../modes.ts';
import { NameField } from './name-field.tsx';

const labelOf = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? '';

/** What the others will see, which everybody reads before joining. */
export function WhatOthersSee() {
  return (
    <p className="soft">
      The others see your name, and one thing that you like about the title that is chosen, such as “stories
      from Japan”. From three people on you may show how likely you are to like a title. Nobody sees your
      ratings, or what you watched.
    </p>
  );
}

/** Returns what the invitation is to, in a few words. */
const termsOf = ({ mode, minutes, mood, people }: RoundPreview): string =>
  [
    labelOf(MODES, mode),
    minutes && labelOf(LENGTHS, String(minutes)),
    mood && labelOf(MOODS, mood),
    people === 1 ? '1 person is here' : `${people} people are here`,
  ]
    .filter(Boolean)
    .join(' · ');

/** Says who invites and to what, and asks to join. */
export function JoinRound({
  code,
  asMember,
  onJoined,
}: {
  code: string;
  asMember: boolean;
  onJoined: (round: Round) => void;
}) {
  const [name, setName] = useState('');
  const query = useQuery(previewQuery(code));
  const join = useMutation({
    mutationFn: () => (asMember ? joinAsMember(code) : joinAsGuest(code, name)),
    onSuccess: onJoined,
  });
  if ([join.error, query.error].some((error) => error instanceof ApiError && error.status === 404))
    return <EmptyState alert text="This round does not exist, or it has ended." />;
  if (query.isPending) return <Skeleton height="20rem" />;
  if (query.isError) return <QueryError of={query} />;
  const { preview } = query.data;
  return (
    <Form narrow label="Join the round" onSubmit={() => join.mutate()}>
      <h2>{preview.host_name} invites you to choose what to watch</h2>
      <p>{termsOf(preview)}</p>
      <p>
        {asMember
          ? 'Your ratings count for the choice.'
          : 'You rate a few titles, so that your taste counts. No account is needed. What you rate is deleted twelve hours after the end, unless you keep it.'}
      </p>
      <WhatOthersSee />
      {!asMember && <NameField value={name} error={join.error} onName={setName} />}
      {asMember && join.error && (
        <p role="alert">{messageOf(join.error, 'You could not join. Please try again.')}</p>
      )}
      <Button type="submit" variant="primary" size="large" busy={join.isPending}>
        Join
      </Button>
    </Form>
  );
}
