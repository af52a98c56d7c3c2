export { renderBackdrop } from './backdrop.ts';
export { CARD_HEIGHT, CARD_WIDTH, type CardArt, renderCard } from './card.ts';
export type { TitleArt } from './design.ts';
export { type PersonArt, renderPortrait } from './portrait.ts';
export { renderPoster } from './poster.ts';
export { type ProviderArt, renderProviderMark } from './provider-mark.ts';
export { shorten } from './sheet.ts';
export { renderTastePoster, TASTE_HEIGHT, TASTE_WIDTH, type TasteArt } from './taste-poster.ts';
