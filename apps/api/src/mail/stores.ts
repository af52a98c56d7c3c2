/** The app stores, as users call them. */
export const STORES = { apple: 'the App Store', google: 'Google Play' };

export type Store = keyof typeof STORES;
