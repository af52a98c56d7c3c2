import type { MediumCard, UserMediumRating } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { SavingStars } from '#src/components/ui/saving-stars.tsx';
import { useSession } from '#src/lib/session/session.ts';
import { ratingQuery } from '../api.ts';
import { saveStars, saveTags } from '../rate-title.ts';
import { TagField } from './tag-field.tsx';
import css from './title-rating.module.css';

/** The tags of a rating, and the field to change them in place. */
function Tags({ rating: { medium_id, tags } }: { rating: UserMediumRating }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing)
    return <TagField autoFocus tags={tags} onChange={(next) => void saveTags(medium_id, next)} />;
  return (
    <div className={css.given}>
      {tags.length > 0 && (
        <ul className={css.list} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      <Button variant="plain" onClick={() => setEditing(true)}>
        {tags.length > 0 ? 'Change tags' : 'Add tags'}
      </Button>
    </div>
  );
}

/** The stars of a title, which save themselves, and the tags once it is rated and the setting for tags is on. */
export function TitleRating({
  medium,
  firstFocus = false,
  onRated,
}: {
  medium: MediumCard;
  firstFocus?: boolean;
  /** Called when the rating is saved or cleared. */
  onRated?: (rating: number | null) => void;
}) {
  const { user } = useSession();
  // An Undo of clearing needs the tags, so they are fetched without the setting too.
  const stored = useQuery({ ...ratingQuery(medium.id), enabled: medium.rating !== null }).data;
  const rating = stored ? stored.rating : medium.rating;
  const save = async (next: number | null) => {
    if (await saveStars(medium, next)) onRated?.(next);
  };
  return (
    <div className={css.rating}>
      <SavingStars
        label="Your rating"
        value={rating}
        subject={medium.id}
        firstFocus={firstFocus}
        onSave={save}
        onClear={() => void save(null)}
      />
      {rating !== null && (
        <div className={css.tags}>
          {stored && stored.rating !== null && (user?.add_tags_while_rating ?? true) && (
            <Tags key={medium.id} rating={stored} />
          )}
        </div>
      )}
    </div>
  );
}
