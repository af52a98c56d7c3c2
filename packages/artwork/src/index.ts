export {
  backdropPath,
  personVersion,
  portraitPath,
  posterPath,
  providerMarkPath,
  providerVersion,
  titleArtVersion,
} from './art-paths.ts';
export { renderBackdrop } from './backdrop.ts';
export type { TitleArt } from './design.ts';
export { composeOverview, type OverviewFacts } from './overview.ts';
export { type PersonArt, renderPortrait } from './portrait.ts';
export { renderPoster } from './poster.ts';
export { type ProviderArt, renderProviderMark } from './provider-mark.ts';
