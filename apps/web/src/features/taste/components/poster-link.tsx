import type { TastePosterReply } from '@marquee/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { ShareLinks } from '#src/components/ui/share-links.tsx';
import { messageOf } from '#src/lib/http/errors.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { deletePosterLink, makePosterLink, posterQuery } from '../api.ts';
import css from './poster.module.css';

/** Makes the public link of the poster, shows it, and takes it back. */
export function PosterLink({ link }: { link: TastePosterReply['link'] }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: posterQuery.queryKey });
  const make = useMutation({
    mutationFn: makePosterLink,
    onSuccess: refresh,
    onError: (error) =>
      showToast(messageOf(error, 'The link could not be made. Please try again.'), { tone: 'failure' }),
  });
  const takeBack = useMutation({
    mutationFn: deletePosterLink,
    onSuccess: async () => {
      await refresh();
      showToast('The link no longer works.');
    },
    onError: (error) =>
      showToast(messageOf(error, 'The link could not be taken back. Please try again.'), { tone: 'failure' }),
  });
  return (
    <section className={css.link} aria-labelledby="poster-link">
      <h2 id="poster-link">Public link</h2>
      {link ? (
        <>
          <p>
            Whoever has this link sees the poster as it was on {formatDate(link.created_at)}, without an
            account.
          </p>
          <code>{link.url}</code>
          <ShareLinks path={new URL(link.url).pathname} text="My taste in movies and series" />
          <div>
            <Button busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
              Take the link back
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            Only you see this poster. Whoever has a link sees it as it is now: your display name, what you
            like, and these titles, nothing else. You can take the link back at any time.
          </p>
          <div>
            <Button busy={make.isPending} onClick={() => make.mutate()}>
              Make a link
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
