// The entry of what serves. `training.ts` is the entry of what trains.
export { topK } from './math/select.ts';
export { ageLevel } from './model/age-level.ts';
export { franchiseKeys, franchiseName } from './model/franchise.ts';
export { LIKED } from './model/like-probability.ts';
export { decodeModel, encodeModel } from './model/stored.ts';
export type * from './model/types.ts';
export { arrange, type Rules, type Spread } from './page/arrange.ts';
export { type Candidates, candidatesOf, ofOneTaste, tasteOf } from './page/candidates.ts';
export { choiceOf } from './page/temper.ts';
export { openModel, type PreparedModel } from './serve/blended-model.ts';
export { contentModel, prepareContentModel } from './serve/content-model.ts';
export { bestForGroup } from './serve/group-score.ts';
export { type Answer, weightOfFame } from './serve/known.ts';
export { sharedFacts } from './serve/shared-fact.ts';
export { listSimilar } from './serve/similar-titles.ts';
export { loadModel, prepareModel } from './serve/trained-model.ts';
