import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { Form } from './form.tsx';

function Names({ onSent }: { onSent: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <Form onSubmit={() => onSent(name)}>
      <Field label="Name" name="name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit" disabled={name === ''}>
        Send
      </button>
    </Form>
  );
}

/** Fills in a field as a password manager does from a world of its own, past the properties that React sets. */
function fillWithoutEvents(field: HTMLElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
}

test('a value that was filled in without an event enables the button and is sent', async () => {
  const sent: string[] = [];
  render(<Names onSent={(name) => sent.push(name)} />);
  fillWithoutEvents(screen.getByLabelText('Name'), 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual(['Ada']);
});

test('Enter sends a value that a script of the page wrote without an event', async () => {
  const sent: string[] = [];
  render(<Names onSent={(name) => sent.push(name)} />);
  const field = screen.getByLabelText('Name');
  if (field instanceof HTMLInputElement) field.value = 'Grace';
  field.closest('form')?.requestSubmit();
  expect(sent).toEqual(['Grace']);
});

test('a form that is sent past the script keeps its values out of the address', () => {
  render(<Names onSent={() => undefined} />);
  expect(screen.getByLabelText('Name').closest('form')?.method).toBe('post');
});
