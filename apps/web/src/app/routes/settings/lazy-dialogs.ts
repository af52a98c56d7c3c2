import { lazy } from 'react';

export const loadDialogs = () => import('./dialogs.ts');

export const AccountDialog = lazy(async () => ({ default: (await loadDialogs()).AccountDialog }));
export const DestroyDialog = lazy(async () => ({ default: (await loadDialogs()).DestroyDialog }));
export const NotificationsDialog = lazy(async () => ({ default: (await loadDialogs()).NotificationsDialog }));
export const PasswordDialog = lazy(async () => ({ default: (await loadDialogs()).PasswordDialog }));
export const ReferralDialog = lazy(async () => ({ default: (await loadDialogs()).ReferralDialog }));
export const GenresDialog = lazy(async () => ({ default: (await loadDialogs()).GenresDialog }));
export const ProvidersDialog = lazy(async () => ({ default: (await loadDialogs()).ProvidersDialog }));
export const PushSettings = lazy(async () => ({ default: (await loadDialogs()).PushSettings }));
