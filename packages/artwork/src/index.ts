export { renderBackdrop } from './backdrop.ts';
export { CARD_HEIGHT, CARD_WIDTH, type CardArt, renderCard, shorten } from './card.ts';
export type { TitleArt } from './design.ts';
export { type PersonArt, renderPortrait } from './portrait.ts';
export { renderPoster } from './poster.ts';
export { type ProviderArt, renderProviderMark } from './provider-mark.ts';
