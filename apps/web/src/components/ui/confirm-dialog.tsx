import type { ComponentProps, ReactNode } from 'react';
import { Dialog, DialogChoice } from './dialog.tsx';

/** Asks for confirmation. `busy` is true while the request is pending, `disabled` while the user cannot confirm. */
export function ConfirmDialog({
  title,
  children,
  danger = false,
  cancel = 'Keep it',
  ...choice
}: Omit<ComponentProps<typeof DialogChoice>, 'variant'> & {
  title: string;
  children: ReactNode;
  danger?: boolean;
}) {
  return (
    <Dialog title={title} onClose={choice.onCancel}>
      {children}
      <DialogChoice {...choice} cancel={cancel} variant={danger ? 'danger' : 'primary'} />
    </Dialog>
  );
}
