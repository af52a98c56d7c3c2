export { type Bitset, bitset, topK } from './select.ts';
export type * from './types.ts';
