import type { Links } from './message.ts';

export const SAMPLE_LINKS: Links = { web: 'http://127.0.0.1:3000', support: 'support@marquee.example' };

export const SAMPLE_MOMENT = new Date('2026-11-21T15:30:00Z');
export const SAMPLE_TOKEN = 'kH3vX0b7mZq2tYw9cR5sN8dLfJ4gA6uE1iOpQzWxV_k';

/** Markup, a header, a link and a direction mark, as a user may type them into any text. */
export const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)> www.evil.example\r\nBcc: all@evil.example \u202egnp.exe`;
export const UNBROKEN =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);

const LONG =
  'Night of the Day of the Dawn of the Son of the Bride of the Return of the Revenge of the Terror of the Attack of the Evil, Mutant, Alien, Flesh Eating, Hellbound, Zombified Living Dead Part 2';
export const SAMPLE_TITLES = [
  {
    id: 7,
    title: 'The Third Man',
    detail: '1949 · Movie',
    story: 'A writer looks for a dead friend in occupied Vienna.',
  },
  { id: 8, title: LONG, detail: '1991 · Movie', story: UNBROKEN },
  { id: 9, title: '千と千尋の神隠し', detail: '2001 · Movie', story: null },
  {
    id: 10,
    title: 'Borgen',
    detail: '2010 · Series',
    story: 'A party leader becomes prime minister and pays for it at home.',
  },
];
export const MANY_TITLES = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  title: `Title number ${index + 1}`,
  detail: 'Series',
  story: null,
}));
