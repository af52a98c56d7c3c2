import { formatMoney } from '@marquee/contracts/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { invoicesQuery } from '../api.ts';
import { usePlanSync } from '../hooks/use-plan-sync.ts';
import { ManageButton } from './manage-button.tsx';
import css from './open-invoice.module.css';

/**
 * What an overdue payment needs: the page on which the open invoice is paid, and the portal for another card. The page
 * opens in a new tab, because it does not lead back. Whoever comes back to this tab sees the new state.
 */
export function OpenInvoice() {
  const open = useInfiniteQuery(invoicesQuery).data?.pages[0]?.open_invoice;
  const [isPaying, setPaying] = useState(false);
  const [visit, setVisit] = useState<string | null>(null);
  usePlanSync(visit);

  useEffect(() => {
    if (!isPaying) return;
    const onReturn = () => {
      // Once for each opened page, because a sync counts.
      setPaying(false);
      setVisit(`invoice-${Date.now()}`);
    };
    window.addEventListener('focus', onReturn);
    return () => window.removeEventListener('focus', onReturn);
  }, [isPaying]);

  const address = open?.hosted_invoice_url ?? null;
  const amount = open ? formatMoney(open.amount_due, open.currency) : '';
  return (
    <div className={css.actions}>
      {address !== null && (
        <ButtonLink
          href={address}
          target="_blank"
          rel="noopener"
          variant="primary"
          aria-label={`Pay ${amount} now, opens in a new tab`}
          onClick={() => setPaying(true)}
        >
          Pay {amount} now
        </ButtonLink>
      )}
      <ManageButton variant={address === null ? 'primary' : 'outline'} />
    </div>
  );
}
