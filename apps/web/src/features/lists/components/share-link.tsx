import type { UserList } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { ShareLinks } from '#src/components/ui/share-links.tsx';
import { failureOf } from '#src/lib/http/errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { storeSharing } from '../add-to-list.ts';
import { renewLink } from '../sharing-api.ts';

/** The share link of a list. The owner can replace the link. */
export function ShareLink({ list }: { list: UserList }) {
  const [code, setCode] = useState(list.share_code);
  const [asking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => renewLink(list.id),
    onSuccess: (renewed) => {
      setCode(renewed.share_code);
      setAsking(false);
      storeSharing(renewed);
      showToast('The link is renewed. The old link no longer works.');
    },
  });
  if (code === null) return null;
  return (
    <section className="stack gap-3" aria-label="By link">
      <p>Anyone with the link can join the list.</p>
      <ShareLinks path={screenAddress(paths.sharedList, { code })} text={`${list.name}, a list on Marquee`} />
      {list.is_owner && (
        <div>
          <Button variant="plain" onClick={() => setAsking(true)}>
            Renew link
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title="Renew the link?"
          confirm="Renew link"
          busy={renew.isPending}
          onConfirm={() => renew.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>The current link stops working. People who have joined keep the list.</p>
          <FormNotice failure={failureOf(renew.error, 'The link could not be renewed. Please try again.')} />
        </ConfirmDialog>
      )}
    </section>
  );
}
