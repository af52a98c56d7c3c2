// The entry of what serves. `training.ts` is the entry of what trains.

export { type Answer, weightOfFame } from './deck/known.ts';
export { topK } from './math/select.ts';
export { ageLevel } from './model/age-level.ts';
export { franchiseKeys, franchiseName } from './model/franchise.ts';
export { LIKED } from './model/like-probability.ts';
export { decodeModel, encodeModel } from './model/stored.ts';
export type * from './model/types.ts';
export { arrange, type Rules, type Spread } from './page/arrange.ts';
export { type Candidates, candidatesOf, ofOneTaste, tasteOf } from './page/candidates.ts';
export { bestForGroup } from './page/group-score.ts';
export { choiceOf } from './page/temper.ts';
export { listSimilar } from './similar/similar-titles.ts';
export { sharedFacts } from './tell/shared-fact.ts';
export { openModel, type PreparedModel } from './user/blended-model.ts';
export { contentModel, prepareContentModel } from './user/content-model.ts';
export { loadModel, prepareModel } from './user/trained-model.ts';
