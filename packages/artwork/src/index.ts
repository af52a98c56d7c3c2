export { renderBackdrop } from './backdrop.ts';
export type { TitleArt } from './design.ts';
export { type PersonArt, renderPortrait } from './portrait.ts';
export { renderPoster } from './poster.ts';
export { type ProviderArt, renderProviderMark } from './provider-mark.ts';
