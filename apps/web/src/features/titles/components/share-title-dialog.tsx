import type { MediumCard } from '@marquee/contracts';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ShareLinks } from '#src/components/ui/share-links.tsx';
import { titleShare } from '../share-title.ts';

/** The ways to share a title where the system has no share sheet. */
export function ShareTitleDialog({ medium, onClose }: { medium: MediumCard; onClose: () => void }) {
  return (
    <Dialog title={`Share “${medium.title}”`} onClose={onClose}>
      <ShareLinks {...titleShare(medium)} />
    </Dialog>
  );
}
