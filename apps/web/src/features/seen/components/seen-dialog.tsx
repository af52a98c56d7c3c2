import type { MediumCard } from '@marquee/contracts';
import { PLAYS_MAX } from '@marquee/contracts/constants';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogActions } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { today } from '#src/lib/screen/dates.ts';
import { setSeen } from '../set-seen.ts';

/** Returns the number that was typed, null for an empty field, and undefined for anything but 1 … `most`. */
function readCount(text: string, most: number): number | null | undefined {
  if (text.trim() === '') return null;
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : undefined;
}

/** What is known of a view: the day, and how often. */
export function SeenDialog({ medium, onClose }: { medium: MediumCard; onClose: () => void }) {
  const { seen, title } = medium;
  const [day, setDay] = useState(seen?.seen_on ?? '');
  const [plays, setPlays] = useState(String(seen?.plays ?? ''));
  const count = readCount(plays, PLAYS_MAX);
  const isLate = day > today();
  const isWrong = isLate || count === undefined;
  const save = (change: Parameters<typeof setSeen>[1]) => {
    void setSeen(medium, change);
    onClose();
  };
  return (
    <Dialog title={`When did you see “${title}”?`} onClose={onClose}>
      <Form
        label="What you remember of it"
        onSubmit={() => {
          if (!isWrong) save({ seen_on: day || null, plays: count });
        }}
      >
        <Field
          label="Day"
          type="date"
          max={today()}
          value={day}
          hint="Leave it empty when you do not remember."
          error={isLate ? 'Choose a day that is not in the future.' : undefined}
          onChange={(event) => setDay(event.target.value)}
        />
        <Field
          label="Times watched"
          inputMode="numeric"
          value={plays}
          error={count === undefined ? `Type a whole number from 1 to ${PLAYS_MAX}.` : undefined}
          onChange={(event) => setPlays(event.target.value)}
        />
        <DialogActions>
          <Button onClick={() => save({ seen_on: today(), plays: (seen?.plays ?? 1) + 1 })}>
            Again today
          </Button>
          <Button variant="primary" type="submit">
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
