export { compareModels } from './compare.ts';
export { contentModel } from './content-model.ts';
export { DEFAULT_DIVERSITY, type Diversity, diversify } from './diversify.ts';
export { franchiseKeys } from './franchise.ts';
export { type Bitset, bitset, topK } from './select.ts';
export { decodeModel, encodeModel } from './stored.ts';
export { trainModel } from './train.ts';
export { loadModel } from './trained-model.ts';
export type * from './types.ts';
