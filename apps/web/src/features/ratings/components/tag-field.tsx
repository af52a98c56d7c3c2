import { TAG_MAX, TAGS_PER_RATING_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Icon } from '#src/components/ui/icon.tsx';
import { isEnter } from '#src/lib/forms/is-enter.ts';
import { useDebounced } from '#src/lib/screen/use-debounced.ts';
import { tagsQuery } from '../api.ts';
import css from './tag-field.module.css';

const SUGGESTED = 12;
const same = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0;

/** The tags of a rating: typed tags and suggested tags. The comparison of tags ignores case. */
export function TagField({
  autoFocus = false,
  tags,
  onChange,
}: {
  /** For a field that takes the place of the pressed button. */
  autoFocus?: boolean;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}) {
  const [text, setText] = useState('');
  const query = useDebounced(text.trim(), 250);
  const suggestions = useQuery(tagsQuery(query));
  const full = tags.length >= TAGS_PER_RATING_MAX;
  const has = (tag: string) => tags.some((chosen) => same(chosen, tag));

  const add = (tag: string) => {
    const clean = tag.trim();
    if (clean !== '' && !full && !has(clean)) onChange([...tags, clean]);
    setText('');
  };
  const remove = (tag: string) => onChange(tags.filter((chosen) => !same(chosen, tag)));

  return (
    <fieldset className={css.field}>
      <legend className="visually-hidden">Tags</legend>
      <div className={css.entry}>
        <Field
          label="Tags"
          name="tag"
          autoComplete="off"
          autoFocus={autoFocus}
          maxLength={TAG_MAX}
          value={text}
          disabled={full}
          hint={full ? `A rating can have at most ${TAGS_PER_RATING_MAX} tags.` : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // Enter adds the typed tag. In an empty field, Enter saves the rating.
            if (!isEnter(event) || text.trim() === '') return;
            event.preventDefault();
            add(text);
          }}
        />
        <Button disabled={text.trim() === '' || full} onClick={() => add(text)}>
          {texts.add}
        </Button>
      </div>
      <ul className="wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <button type="button" className={css.tag} aria-pressed="true" onClick={() => remove(tag)}>
              {tag}
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
        {suggestions.data
          ?.filter(({ tag }) => !has(tag))
          .slice(0, SUGGESTED)
          .map(({ id, tag }) => (
            <li key={id}>
              <button
                type="button"
                className={css.tag}
                aria-pressed="false"
                disabled={full}
                onClick={() => add(tag)}
              >
                {tag}
              </button>
            </li>
          ))}
      </ul>
    </fieldset>
  );
}
