import type { RoundMode } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Choice } from '#src/components/ui/choice.tsx';
import { CheckField } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { LENGTHS, MOODS } from '#src/features/titles/evening-choices.ts';
import { messageOf } from '#src/lib/http/errors.ts';
import { companionsQuery, startRound } from '../api.ts';
import { MODES } from '../modes.ts';
import css from './round.module.css';

const AGES = [
  { value: '', label: 'Any age' },
  { value: '6+', label: 'For everyone' },
  { value: '10+', label: 'Up to PG' },
  { value: '13+', label: 'Up to PG-13' },
] as const;

/** The largest number of companions: a round is for six. */
const COMPANIONS_MAX = 5;

/** Starts a round. Companions get a mail; everybody else joins by the link. */
export function StartRound() {
  const navigate = useNavigate();
  const companions = useQuery(companionsQuery).data ?? [];
  const [mode, setMode] = useState<RoundMode>('swipe');
  const [minutes, setMinutes] = useState<(typeof LENGTHS)[number]['value']>('');
  const [mood, setMood] = useState<(typeof MOODS)[number]['value']>('');
  const [age, setAge] = useState<(typeof AGES)[number]['value']>('');
  const [invited, setInvited] = useState<readonly number[]>([]);
  const start = useMutation({
    mutationFn: () =>
      startRound({
        mode,
        companion_ids: [...invited],
        ...(minutes && { minutes: minutes === '30' ? 30 : 100 }),
        ...(mood && { mood }),
        ...(age && { max_age_rating: age }),
      }),
    onSuccess: ({ code }) => navigate(screenAddress(paths.round, { code })),
  });
  const toggle = (id: number) =>
    setInvited((old) => (old.includes(id) ? old.filter((other) => other !== id) : [...old, id]));
  return (
    <Form narrow label="Start a round" onSubmit={() => start.mutate()}>
      <Choice label="How you choose" choices={MODES} value={mode} onChange={setMode} />
      <div className={css.questions}>
        <Select label="How long" labelHidden choices={LENGTHS} value={minutes} onChange={setMinutes} />
        <Select label="What for" labelHidden choices={MOODS} value={mood} onChange={setMood} />
        <Select label="For which age" labelHidden choices={AGES} value={age} onChange={setAge} />
      </div>
      {companions.length > 0 && (
        <fieldset className={css.people}>
          <legend>Invite by email, up to five</legend>
          {companions.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              checked={invited.includes(id)}
              disabled={!invited.includes(id) && invited.length >= COMPANIONS_MAX}
              onChange={() => toggle(id)}
            />
          ))}
        </fieldset>
      )}
      {start.error && <p role="alert">{messageOf(start.error, 'The round could not be started.')}</p>}
      <Button type="submit" variant="primary" size="large" busy={start.isPending}>
        Start a round
      </Button>
    </Form>
  );
}
