import type { MediumCard } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogActions } from '#src/components/ui/dialog.tsx';
import { ShareLinks } from '#src/components/ui/share-links.tsx';
import { useTitleActions } from '#src/features/titles/hooks/title-actions.ts';
import { titleShare } from '#src/features/titles/share-title.ts';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { stopSuggesting } from '../api.ts';

/**
 * The prompt after a high rating. 'I don't want to share' is saved for this title; 'Maybe later' is not
 * saved.
 */
export function SharePrompt({ medium, onClose }: { medium: MediumCard; onClose: () => void }) {
  const actions = useTitleActions();
  const refuse = useMutation({
    mutationFn: () => stopSuggesting(medium.id),
    onSuccess: onClose,
    onError: (error) => showFailure(error, texts.unknownResponse),
  });
  return (
    <Dialog title="Who else should see it?" onClose={onClose}>
      <p>You liked “{medium.title}”. Tell someone where it plays.</p>
      <br />
      <ShareLinks {...titleShare(medium)} />
      <br />
      <Button
        onClick={() => {
          onClose();
          actions?.editLists(medium, true);
        }}
      >
        Share it in a list
      </Button>
      <DialogActions>
        <Button variant="plain" busy={refuse.isPending} onClick={() => refuse.mutate()}>
          {texts.doNotShare}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {texts.maybeLater}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
