import { TASTE_NAME_MAX } from '@marquee/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { PosterImage } from '#src/components/ui/poster-image.tsx';
import { generatedPoster } from '#src/features/titles/art.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { saveGroup, setGroupDismissed, type TasteGroup } from '../save-group.ts';
import css from './tastes.module.css';

/** Asks for a name. An empty field brings back the name that the titles give the taste. */
function RenameDialog({ group, onClose }: { group: TasteGroup; onClose: () => void }) {
  const [name, setName] = useState(group.name);
  const save = useMutation({
    mutationFn: () => saveGroup(group.id, { name: name.trim() === '' ? null : name.trim() }),
    onSuccess: onClose,
  });
  const fallback = 'We could not save the name. Please try again.';
  const { errorOf, failure } = useFormErrors(save.error, fallback, ['name']);
  return (
    <Dialog title="Rename this taste" onClose={onClose}>
      <Form label="Rename this taste" onSubmit={() => !save.isPending && save.mutate()}>
        <Field
          label="Name"
          name="name"
          autoComplete="off"
          data-first-focus
          maxLength={TASTE_NAME_MAX}
          value={name}
          hint="Leave it empty to use our name again."
          error={errorOf('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <FormNotice failure={failure} />
        <DialogChoice busy={save.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function Group({ group }: { group: TasteGroup }) {
  const [isRenaming, setRenaming] = useState(false);
  const { name, dismissed, media } = group;
  const turn = dismissed ? 'It is me after all' : 'Not me';
  return (
    <li className={`stack gap-2 ${css.group}`} data-dismissed={dismissed || undefined}>
      <div className={`wrap ${css.line}`}>
        <h3 className={css.name}>{name}</h3>
        <div className={css.actions}>
          {!dismissed && (
            <Button variant="plain" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
          )}
          {/* The same button for both, so that the focus stays. */}
          <Button
            variant="plain"
            aria-label={`${turn}: ${name}`}
            onClick={() => void setGroupDismissed(group, !dismissed)}
          >
            {turn}
          </Button>
        </div>
      </div>
      {dismissed ? (
        <p className={css.soft}>These titles count less, and Discover has no row for them.</p>
      ) : (
        <ul className={css.posters} aria-label={`Titles of ${name}`}>
          {media.map((medium) => (
            <li key={medium.id}>
              <PosterImage src={medium.poster_url} fallback={generatedPoster(medium.id)} alt={medium.title} />
            </li>
          ))}
        </ul>
      )}
      {isRenaming && <RenameDialog group={group} onClose={() => setRenaming(false)} />}
    </li>
  );
}

/** The several tastes of a member, each with its titles. Nothing for a member with one taste. */
export function Tastes({ groups }: { groups: readonly TasteGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <section className={css.tastes} aria-label="Your tastes">
      <h2 className={css.heading}>Your tastes</h2>
      <p className={css.soft}>
        We recommend for each of them in turn. Not you, but somebody you watch with? Say so, and it counts
        less.
      </p>
      <ul className="stack">
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </ul>
    </section>
  );
}
