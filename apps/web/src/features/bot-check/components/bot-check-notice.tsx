import { Button } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { NOT_LOADED } from '../hooks/use-bot-check.ts';

/** Reports that the bot check did not load, and offers to try again. */
export function BotCheckNotice({ failed, onReload }: { failed: boolean; onReload: () => void }) {
  return (
    <>
      <FormNotice failure={failed ? NOT_LOADED : undefined} />
      {failed && (
        <Button variant="outline" onClick={onReload}>
          Try again
        </Button>
      )}
    </>
  );
}
