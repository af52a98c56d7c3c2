import type { TastePosterReply } from '@marquee/contracts';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { ShareLinks } from '#src/components/ui/share-links.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import css from './poster.module.css';

/** Makes the public link of a poster, shows it, and takes it back. */
export function PosterLink({
  link,
  queryKey,
  make: makeLink,
  takeBack: deleteLink,
  shows,
  text,
}: {
  link: TastePosterReply['link'];
  /** The query whose reply has the link. */
  queryKey: QueryKey;
  make: () => Promise<unknown>;
  takeBack: () => Promise<unknown>;
  /** What the poster shows besides name and titles. */
  shows: string;
  /** The words beside a shared link. */
  text: string;
}) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey });
  const make = useMutation({
    mutationFn: makeLink,
    onSuccess: refresh,
    onError: (error) => showFailure(error, 'The link could not be made. Please try again.'),
  });
  const takeBack = useMutation({
    mutationFn: deleteLink,
    onSuccess: async () => {
      await refresh();
      showToast('The link no longer works.');
    },
    onError: (error) => showFailure(error, 'The link could not be taken back. Please try again.'),
  });
  return (
    <section className={`stack gap-3 ${css.link}`} aria-labelledby="poster-link">
      <h2 id="poster-link">Public link</h2>
      {link ? (
        <>
          <p>
            Whoever has this link sees the poster as it was on {formatDate(link.created_at)}, without an
            account.
          </p>
          <code>{link.url}</code>
          <ShareLinks path={new URL(link.url).pathname} text={text} />
          <div>
            <Button busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
              Take the link back
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            Only you see this poster. Whoever has a link sees it as it is now: your display name, {shows}, and
            these titles, nothing else. You can take the link back at any time.
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
