import type { Round } from '@marquee/contracts';
import { ApiError } from '@marquee/contracts/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { messageOf } from '#src/lib/http/errors.ts';
import { joinAsGuest, joinAsMember } from '../api.ts';
import css from './round.module.css';

/** Asks to join, and says before what the others will see. */
export function JoinRound({
  code,
  hostName,
  asMember,
  onJoined,
}: {
  code: string;
  hostName: string | null;
  asMember: boolean;
  onJoined: (round: Round) => void;
}) {
  const [name, setName] = useState('');
  const join = useMutation({
    mutationFn: () => (asMember ? joinAsMember(code) : joinAsGuest(code, name)),
    onSuccess: onJoined,
  });
  if (join.error instanceof ApiError && join.error.status === 404)
    return <EmptyState alert text="This round does not exist, or it has ended." />;
  const failure = join.error && messageOf(join.error, '');
  return (
    <Form narrow label="Join the round" onSubmit={() => join.mutate()}>
      <p>
        {hostName
          ? `${hostName} wants to choose a title with you.`
          : 'You are invited to choose a title together.'}{' '}
        {asMember
          ? 'Your ratings count for the choice.'
          : 'You rate a few titles, so that your taste counts. No account is needed, and everything is deleted when the round ends.'}
      </p>
      <p className={css.soft}>
        The others see your name. From three people on you may show how likely you are to like a title. Nobody
        sees your ratings, what you watched, or why.
      </p>
      {!asMember && (
        <Field
          label="Your name"
          value={name}
          autoComplete="nickname"
          error={failure || undefined}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {asMember && failure && <p role="alert">{failure}</p>}
      <Button type="submit" variant="primary" size="large" busy={join.isPending}>
        Join
      </Button>
    </Form>
  );
}
