import type { MediumCard, UserList } from '@marquee/contracts';
import { SEARCH_DEBOUNCE_MS } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmPanel } from '#src/components/ui/panel.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { TitleSearchField } from '#src/components/ui/title-search-field.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { patchMedium } from '#src/features/titles/cache/media-cache.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { useDebounced } from '#src/lib/screen/use-debounced.ts';
import { refreshLists } from '../add-to-list.ts';
import { addToList, removeFromList, searchToAddQuery } from '../api.ts';
import { readArrivedList } from '../arrived-list.ts';
import css from './add-title.module.css';

/**
 * The search to add titles to a list, which starts one second after typing stops. A small dialog beside
 * the button asks before a title is added. Then the field is empty and has the focus, for the next title; in a list that was
 * just made, it has the focus from the start.
 */
export function AddTitle({ list }: { list: UserList }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isNew = readArrivedList(useLocation().state) === list.id;
  // Not `autoFocus`: the arrival on a page focuses the content when the page is drawn at once (`use-arrival.ts`).
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  const [asked, setAsked] = useState<{ medium: MediumCard; anchor: Element } | null>(null);
  const query = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const options = searchToAddQuery(list.id, text.trim() === '' ? '' : query);
  const { data, isError, isFetching, failureCount, refetch } = useQuery(options);
  // The titles of another text say nothing about one that could not be asked for.
  const isFailing = failureCount > 0 && isFetching;
  const found = text.trim() === '' || isFailing ? undefined : data;

  const mark = (id: number, added: boolean) =>
    client.setQueryData(options.queryKey, (old) =>
      old?.map((medium) => (medium.id === id ? { ...medium, already_added: added } : medium)),
    );
  const add = (medium: MediumCard) => {
    // Before the result with the button closes, which would else get the focus back.
    field.current?.focus();
    setAsked(null);
    setText('');
    void writeOptimistically({
      scope: `lists-of-${medium.id}`,
      patch: () => {
        mark(medium.id, true);
        const restore = patchMedium(medium.id, { has_list: true });
        return () => {
          restore();
          mark(medium.id, false);
        };
      },
      save: () => addToList(list.id, medium.id),
      saved: `“${medium.title}” is in “${list.name}”.`,
      failure: `“${medium.title}” could not be added. Please try again.`,
      undo: {
        save: () => removeFromList(list.id, medium.id),
        failure: 'The title could not be removed. Please try again.',
      },
      settled: refreshLists,
    });
  };

  return (
    <div className={css.add}>
      <TitleSearchField
        ref={field}
        label="Add a title"
        labelHidden
        placeholder="Add a title"
        name="add"
        value={text}
        onText={setText}
        found={isFetching ? undefined : found?.length}
      />
      {isFailing && <p className={css.none}>The search does not go through. Trying again.</p>}
      {isError && !isFetching && (
        <p className={css.none}>
          The search did not go through.{' '}
          <Button variant="plain" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {found && found.length === 0 && !isFetching && <p className={css.none}>{texts.noResults}</p>}
      {found && found.length > 0 && (
        <ul className={css.found} aria-label="Titles found">
          {found.map((medium) => (
            <li key={medium.id} className={css.title}>
              <PosterImage
                src={medium.poster_url}
                fallback={generatedPoster(medium.id)}
                className={css.poster}
              />
              <span className={css.name}>
                {medium.title}
                <span className={css.year}>{medium.release_year}</span>
              </span>
              {medium.already_added ? (
                <span className={css.year}>In the list</span>
              ) : (
                <Button
                  aria-label={`Add ${medium.title}`}
                  onClick={({ currentTarget }) => setAsked({ medium, anchor: currentTarget })}
                >
                  {texts.add}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmPanel
          title="Add this title?"
          anchor={asked.anchor}
          confirm={texts.add}
          cancel="Cancel"
          onConfirm={() => add(asked.medium)}
          onCancel={() => setAsked(null)}
        >
          <p>
            “{asked.medium.title}” goes to the end of “{list.name}”.
          </p>
        </ConfirmPanel>
      )}
    </div>
  );
}
