/**
 * The colors of the web app's tokens.css that mails need, as [light, dark]. Mail programs support neither
 * custom properties nor light-dark().
 */
export const PALETTE = {
  paper: ['#f6f0e3', '#16130f'],
  'paper-sunk': ['#ece4d2', '#0e0c09'],
  ink: ['#1d1812', '#f4ecdd'],
  'ink-soft': ['#51483b', '#c6bba8'],
  'ink-faint': ['#685d4d', '#a09482'],
  rule: ['#d9cdb7', '#383128'],
  amber: ['#f2a316', '#ffb224'],
  'amber-text': ['#834a00', '#ffbb45'],
} as const;

export const ON_AMBER = '#1b1206';

export type Color = keyof typeof PALETTE;

export const light = (color: Color): string => PALETTE[color][0];
export const dark = (color: Color): string => PALETTE[color][1];
