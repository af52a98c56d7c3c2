/** The demo account of `npm start`. What it rated, chose and watches fills the first Discover page, Up next and Tonight. */

/** A title of the demo catalogue; the name only documents the key. */
export interface DemoTitle {
  key: string;
  type: 'movie' | 'series';
  title: string;
}

export const DEMO_ACCOUNT = {
  email: 'demo@marquee.example',
  password: 'marquee2026',
  displayName: 'Demo',
  services: ['netflix', 'max', 'disney-plus'],
  genres: ['Animation', 'Comedy', 'Crime', 'Drama', 'Thriller'],
} as const;

export const DEMO_RATINGS: readonly (DemoTitle & { rating: number; tags: readonly string[] })[] = [
  { key: 'tt0903747', type: 'series', title: 'Breaking Bad', rating: 10, tags: ['Great acting', 'Gripping'] },
  {
    key: 'tt0245429',
    type: 'movie',
    title: 'Spirited Away',
    rating: 10,
    tags: ['Dreamlike', 'Stunning visuals'],
  },
  {
    key: 'tt7366338',
    type: 'series',
    title: 'Chernobyl',
    rating: 10,
    tags: ['Tense', 'Based on a true story'],
  },
  {
    key: 'tt5104604',
    type: 'movie',
    title: 'Isle of Dogs',
    rating: 9,
    tags: ['Whimsical', 'Ensemble cast'],
  },
  { key: 'tt5290382', type: 'series', title: 'Mindhunter', rating: 9, tags: ['Slow burn'] },
  { key: 'tt10048342', type: 'series', title: "The Queen's Gambit", rating: 9, tags: ['Bingeable'] },
  { key: 'tt0382932', type: 'movie', title: 'Ratatouille', rating: 9, tags: ['Feel-good', 'Family night'] },
  {
    key: 'tt6710474',
    type: 'movie',
    title: 'Everything Everywhere All at Once',
    rating: 8,
    tags: ['Mind-bending'],
  },
  { key: 'tt1130884', type: 'movie', title: 'Shutter Island', rating: 8, tags: [] },
  { key: 'tt6751668', type: 'movie', title: 'Parasite', rating: 8, tags: ['Plot twists'] },
  { key: 'tt3783958', type: 'movie', title: 'La La Land', rating: 7, tags: ['Great soundtrack'] },
  { key: 'tt4574334', type: 'series', title: 'Stranger Things', rating: 7, tags: ['Nostalgic'] },
  { key: 'tt2737304', type: 'movie', title: 'Bird Box', rating: 5, tags: ['Forgettable'] },
  { key: 'tt1119646', type: 'movie', title: 'The Hangover', rating: 4, tags: [] },
  { key: 'tt1386697', type: 'movie', title: 'Suicide Squad', rating: 3, tags: ['Disappointing ending'] },
  { key: 'tt5697572', type: 'movie', title: 'Cats', rating: 1, tags: [] },
  { key: 'tt11823076', type: 'series', title: 'Tiger King', rating: 6, tags: [] },
];

export const DEMO_WATCH_LATER: readonly DemoTitle[] = [
  { key: 'tt10574236', type: 'series', title: 'Station Eleven' },
  { key: 'tt0047478', type: 'movie', title: 'Seven Samurai' },
  { key: 'tt27503384', type: 'movie', title: 'Perfect Days' },
  { key: 'tt0306414', type: 'series', title: 'The Wire' },
  { key: 'tt11280740', type: 'series', title: 'Severance' },
];

/** Series that the account is watching: how far, and how many episodes an evening until yesterday. */
export const DEMO_WATCHING: readonly (DemoTitle & { season: number; episode: number; evening: number })[] = [
  { key: 'tt0141842', type: 'series', title: 'The Sopranos', season: 1, episode: 9, evening: 1 },
  {
    key: 'tt0417299',
    type: 'series',
    title: 'Avatar: The Last Airbender',
    season: 2,
    episode: 6,
    evening: 3,
  },
];

export const DEMO_LISTS: readonly { name: string; titles: readonly DemoTitle[] }[] = [
  {
    name: 'Sunday Afternoons',
    titles: [
      { key: 'tt0096283', type: 'movie', title: 'My Neighbor Totoro' },
      { key: 'tt0093779', type: 'movie', title: 'The Princess Bride' },
      { key: 'tt0045152', type: 'movie', title: "Singin' in the Rain" },
      { key: 'tt0241303', type: 'movie', title: 'Chocolat' },
      { key: 'tt1877368', type: 'series', title: 'The Great British Baking Show' },
      { key: 'tt0432283', type: 'movie', title: 'Fantastic Mr. Fox' },
      { key: 'tt0046250', type: 'movie', title: 'Roman Holiday' },
      { key: 'tt10986410', type: 'series', title: 'Ted Lasso' },
    ],
  },
  {
    name: 'Long Flights',
    titles: [
      { key: 'tt0816692', type: 'movie', title: 'Interstellar' },
      { key: 'tt6150576', type: 'series', title: 'Midnight Diner: Tokyo Stories' },
      { key: 'tt5439796', type: 'movie', title: 'Logan Lucky' },
      { key: 'tt0185906', type: 'series', title: 'Band of Brothers' },
      { key: 'tt9764362', type: 'movie', title: 'The Menu' },
    ],
  },
];
