import type { MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogActions } from '#src/components/ui/dialog.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Stars } from '#src/components/ui/stars.tsx';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { useSession } from '#src/lib/session/session.ts';
import { ratingQuery } from '../api/get-rating.ts';
import { rateTitle } from '../rate-title.ts';
import css from './rating-dialog.module.css';
import { SharePrompt } from './share-prompt.tsx';
import { TagField } from './tag-field.tsx';

/**
 * Rates a title, with tags when the setting is on. After saving, shows the share suggestion when the reply
 * has `can_suggest_to_share`, or else closes.
 */
export function RatingDialog({
  medium,
  onClose,
  onRated,
}: {
  medium: MediumCard;
  onClose: () => void;
  /** Called when a rating is saved, not when a rating is cleared. */
  onRated?: (() => void) | undefined;
}) {
  const { user } = useSession();
  const withTags = user?.add_tags_while_rating ?? true;
  const stored = useQuery(ratingQuery(medium.id));
  const [chosenRating, setRating] = useState<number | null>(null);
  const [chosenTags, setTags] = useState<readonly string[] | null>(null);
  const [sharing, setSharing] = useState(false);

  const previous = { rating: stored.data?.rating ?? medium.rating, tags: stored.data?.tags ?? [] };
  const rating = chosenRating ?? previous.rating;
  const tags = chosenTags ?? previous.tags;

  const save = useMutation({
    mutationFn: (next: number) => rateTitle(medium, { rating: next, ...(withTags && { tags }) }, previous),
    onSuccess: (reply) => {
      onRated?.();
      if (reply?.can_suggest_to_share) setSharing(true);
      else onClose();
    },
  });
  const clear = useMutation({
    mutationFn: () => rateTitle(medium, { rating: null }, previous),
    onSuccess: onClose,
  });
  const busy = save.isPending || clear.isPending;
  const error = save.error ?? clear.error;
  const { failure } = useFormErrors(error, 'Your rating could not be saved. Please try again.');

  if (sharing) return <SharePrompt medium={medium} onClose={onClose} />;
  return (
    <Dialog title={medium.title} onClose={onClose}>
      <Form
        label={`Rate ${medium.title}`}
        onSubmit={() => {
          if (rating !== null && !busy) save.mutate(rating);
        }}
      >
        <Stars label="Your rating" value={rating} onChange={setRating} firstFocus />
        {withTags &&
          (stored.isPending ? <Skeleton height="8rem" /> : <TagField tags={tags} onChange={setTags} />)}
        <FormNotice failure={failure} />
        <DialogActions>
          {previous.rating !== null && (
            <Button
              variant="plain"
              className={css.clear}
              busy={clear.isPending}
              onClick={() => clear.mutate()}
            >
              Clear rating
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={rating === null}>
            {texts.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
