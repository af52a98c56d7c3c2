import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';

/** Moves a title to a position without dragging. `place` counts from 0; the screen counts from 1. */
export function MoveDialog({
  title,
  place,
  count,
  onMove,
  onClose,
}: {
  title: string;
  place: number;
  count: number;
  onMove: (place: number) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(String(place + 1));
  const wanted = Number(text);
  const valid = Number.isInteger(wanted) && wanted >= 1 && wanted <= count;
  return (
    <Dialog title={`Move “${title}” to…`} onClose={onClose}>
      <Form label="Move to" onSubmit={() => valid && onMove(wanted - 1)}>
        <div>
          <Button disabled={place === 0} onClick={() => onMove(0)}>
            First place
          </Button>{' '}
          <Button disabled={place === count - 1} onClick={() => onMove(count - 1)}>
            Last place
          </Button>
        </div>
        <Field
          label={`Place, 1 to ${count}`}
          type="number"
          inputMode="numeric"
          min={1}
          max={count}
          value={text}
          error={valid || text === '' ? undefined : `Please enter a number from 1 to ${count}.`}
          onChange={(event) => setText(event.target.value)}
        />
        <DialogChoice confirm="Move" disabled={!valid || wanted - 1 === place} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
