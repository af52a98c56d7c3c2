// The entry of what trains. It is apart from `index.ts`, so that a process that only serves does not load it.
export { compareModels } from './train/compare.ts';
export { trainModel } from './train/train.ts';
