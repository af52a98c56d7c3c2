// The entry of what serves. `training.ts` is the entry of what trains.
export { topK } from './math/select.ts';
export { ageLevel } from './model/age-level.ts';
export { franchiseKeys, franchiseName } from './model/franchise.ts';
export { LIKED } from './model/like-probability.ts';
export { decodeModel, encodeModel } from './model/stored.ts';
export type * from './model/types.ts';
export { openModel, type PreparedModel } from './serve/blended-model.ts';
export { contentModel, prepareContentModel } from './serve/content-model.ts';
export { diversify, type Spread } from './serve/diversify.ts';
export { arrangeFirst } from './serve/first-ten.ts';
export { bestForGroup } from './serve/group-score.ts';
export { dealTurns } from './serve/joined-order.ts';
export { type Answer, weightOfFame } from './serve/known.ts';
export { sharedFacts } from './serve/shared-fact.ts';
export { listSimilar } from './serve/similar-titles.ts';
export { choiceOf } from './serve/temper.ts';
export { loadModel, prepareModel } from './serve/trained-model.ts';
