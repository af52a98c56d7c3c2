import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';

const CODE = /^[2-9a-hjkmnp-z]{13}$/;
const SHORT_CODE = /^[0-9a-z]{6}$/;

/** Returns the address for a typed short code, or for a pasted link or code of an address. Null for any other text. */
export function readCode(text: string): string | null {
  const last = text.trim().toLowerCase().split('/').at(-1)?.replace(/[\s-]/g, '') ?? '';
  if (SHORT_CODE.test(last)) return `${paths.together}?code=${last.toUpperCase()}`;
  return CODE.test(last) ? screenAddress(paths.round, { code: last }) : null;
}

export function JoinByCode() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const address = readCode(text);
    if (address) navigate(address);
    else setError('A code has six letters and digits. Check it, or open the link that you were sent.');
  };
  return (
    <Form narrow label="Join a round" onSubmit={submit}>
      <Field
        label="Code of the round"
        value={text}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Join</Button>
    </Form>
  );
}
