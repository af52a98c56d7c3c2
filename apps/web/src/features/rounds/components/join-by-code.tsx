import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';

const CODE = /^[2-9a-hjkmnp-z]{13}$/;

/** Returns the code in a typed code or in a pasted link, or null. */
export function readCode(text: string): string | null {
  const last = text.trim().toLowerCase().split('/').at(-1)?.replace(/[\s-]/g, '') ?? '';
  return CODE.test(last) ? last : null;
}

/** Opens a round by its code. */
export function JoinByCode() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const code = readCode(text);
    if (code) navigate(screenAddress(paths.round, { code }));
    else setError('A code has 13 letters and digits. Check it, or open the link that you were sent.');
  };
  return (
    <Form narrow label="Join a round" onSubmit={submit}>
      <Field
        label="Code of the round"
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Join</Button>
    </Form>
  );
}
