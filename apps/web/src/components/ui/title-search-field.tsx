import { QUERY_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

/** The field for the name of a title. Esc empties it. Screen readers hear how many titles were found. */
export function TitleSearchField({
  value,
  onText,
  found,
  ...field
}: Pick<
  ComponentProps<typeof Field>,
  'label' | 'labelHidden' | 'placeholder' | 'name' | 'className' | 'ref'
> & {
  value: string;
  onText: (text: string) => void;
  /** Undefined while the search runs and without text. */
  found: number | undefined;
}) {
  return (
    <>
      <Field
        type="text"
        inputMode="search"
        placeholder="Movie or series"
        {...field}
        autoComplete="off"
        spellCheck={false}
        maxLength={QUERY_MAX}
        value={value}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onText('');
        }}
      />
      <div role="status" className="visually-hidden">
        {found !== undefined && (found === 0 ? texts.noResults : `${found} found`)}
      </div>
    </>
  );
}
