import type { Invoice } from '@marquee/contracts';
import { formatMoney } from '@marquee/contracts/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { failureOf } from '#src/lib/http/errors.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { invoicesQuery } from '../api.ts';
import css from './receipts.module.css';

function Receipt({ invoice }: { invoice: Invoice }) {
  const { created, amount_paid, currency, number, hosted_invoice_url: address } = invoice;
  const date = formatDate(created);
  return (
    <li className={css.receipt}>
      <span>{date}</span>
      <span className={css.amount}>{formatMoney(amount_paid, currency)}</span>
      {address === null ? (
        <span className="soft">{number}</span>
      ) : (
        <a
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={`Receipt of ${date}, opens in a new tab`}
        >
          {number ?? 'Receipt'}
        </a>
      )}
    </li>
  );
}

/** The user's payments, newest first. Nothing is drawn for users who never paid. */
export function Receipts() {
  const id = useId();
  const invoices = useInfiniteQuery(invoicesQuery);
  const all = invoices.data?.pages.flatMap((page) => page.invoices) ?? [];
  if (all.length === 0 && !invoices.hasNextPage && !invoices.isError) return null;
  return (
    <section className={css.receipts} aria-labelledby={id}>
      <h2 id={id}>Receipts</h2>
      <ul>
        {all.map((invoice) => (
          <Receipt key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      <FormNotice
        failure={failureOf(invoices.error, 'Your receipts could not be loaded. Please try again.')}
      />
      <div>
        {invoices.isError ? (
          <Button onClick={() => void (all.length > 0 ? invoices.fetchNextPage() : invoices.refetch())}>
            Try again
          </Button>
        ) : (
          invoices.hasNextPage && (
            <Button busy={invoices.isFetchingNextPage} onClick={() => void invoices.fetchNextPage()}>
              Show older receipts
            </Button>
          )
        )}
      </div>
    </section>
  );
}
