import { createStore } from '#src/lib/storage/store.ts';

/** The title whose stars are open beside it, or null. It stays in its place until they close. */
export const heldTitle = createStore<number | null>(null);
