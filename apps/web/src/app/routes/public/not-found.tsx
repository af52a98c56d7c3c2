import { ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { useTitle } from '#src/lib/screen/use-title.ts';

export function Component() {
  useTitle('Page not found');
  return (
    <>
      <h1 className="visually-hidden">Page not found</h1>
      <EmptyState
        text="Nothing is playing at this address."
        more="The link may be old, or a letter may be missing."
        action={
          <ButtonLink to="/" variant="primary">
            Go to the home page
          </ButtonLink>
        }
      />
    </>
  );
}
