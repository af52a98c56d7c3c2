export { contentModel } from './content-model.ts';
export { DEFAULT_DIVERSITY, type Diversity, diversify } from './diversify.ts';
export { franchiseKeys } from './franchise.ts';
export { type Bitset, bitset, topK } from './select.ts';
export type * from './types.ts';
