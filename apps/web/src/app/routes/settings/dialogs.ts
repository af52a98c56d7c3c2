// The dialogs share a chunk, which no setting needs before one is opened.
export { AccountDialog } from '#src/features/account/components/account-dialog.tsx';
export { DestroyDialog } from '#src/features/account/components/destroy-dialog.tsx';
export { NotificationsDialog } from '#src/features/account/components/notifications-dialog.tsx';
export { PasswordDialog } from '#src/features/account/components/password-dialog.tsx';
export { ReferralDialog } from '#src/features/account/components/referral-dialog.tsx';
export { GenresDialog } from '#src/features/preferences/components/genres-dialog.tsx';
export { ProvidersDialog } from '#src/features/preferences/components/providers-dialog.tsx';
export { PushSettings } from '#src/features/push/components/push-settings.tsx';
