/** Words for what a title is: “French–Belgian crime drama”, “animated family series”. */

type Nature = 'documentary' | 'animated' | 'acted';

// What a title is, in order of how much it says; `*` stands for film or series.
const NOUNS: readonly (readonly [string, string])[] = [
  ['Documentary', 'documentary'],
  ['Reality', 'reality *'],
  ['Western', 'western'],
  ['Horror', 'horror *'],
  ['Thriller', 'thriller'],
  ['Comedy', 'comedy'],
  ['Drama', 'drama'],
  ['Romance', 'romance'],
  ['Mystery', 'mystery'],
  ['War', 'war *'],
  ['Science Fiction', 'science-fiction *'],
  ['Fantasy', 'fantasy *'],
  ['Crime', 'crime *'],
  ['Action', 'action *'],
  ['Sport', 'sports *'],
  ['History', 'historical *'],
  ['Family', 'family *'],
  ['Music', 'music *'],
  ['Animation', '*'],
];

// How the other genres colour it, the most telling first.
const COLOURS: readonly (readonly [string, string])[] = [
  ['Science Fiction', 'science-fiction'],
  ['War', 'war'],
  ['Crime', 'crime'],
  ['Sport', 'sports'],
  ['Fantasy', 'fantasy'],
  ['Horror', 'horror'],
  ['Romance', 'romantic'],
  ['History', 'historical'],
  ['Mystery', 'mystery'],
  ['Action', 'action'],
  ['Family', 'family'],
  ['Thriller', 'suspense'],
];
// Colours that cannot stand before these nouns.
const CLASHES: Record<string, readonly string[]> = {
  documentary: ['suspense', 'romantic', 'fantasy', 'horror', 'mystery', 'action', 'science-fiction'],
  'reality *': ['suspense', 'crime', 'historical', 'action', 'science-fiction', 'fantasy', 'war'],
  thriller: ['suspense', 'family'],
  'horror *': ['suspense', 'family', 'action'],
  mystery: ['suspense'],
};

const NATIONALITIES: Record<string, string> = {
  AR: 'Argentine',
  AT: 'Austrian',
  AU: 'Australian',
  BE: 'Belgian',
  BR: 'Brazilian',
  CA: 'Canadian',
  CH: 'Swiss',
  CL: 'Chilean',
  CN: 'Chinese',
  CO: 'Colombian',
  CZ: 'Czech',
  DE: 'German',
  DK: 'Danish',
  EG: 'Egyptian',
  ES: 'Spanish',
  FI: 'Finnish',
  FR: 'French',
  GB: 'British',
  GR: 'Greek',
  HK: 'Hong Kong',
  HU: 'Hungarian',
  ID: 'Indonesian',
  IE: 'Irish',
  IL: 'Israeli',
  IN: 'Indian',
  IS: 'Icelandic',
  IT: 'Italian',
  JP: 'Japanese',
  KE: 'Kenyan',
  KR: 'South Korean',
  LB: 'Lebanese',
  MX: 'Mexican',
  MY: 'Malaysian',
  NG: 'Nigerian',
  NL: 'Dutch',
  NO: 'Norwegian',
  NZ: 'New Zealand',
  PE: 'Peruvian',
  PH: 'Philippine',
  PL: 'Polish',
  PS: 'Palestinian',
  PT: 'Portuguese',
  RO: 'Romanian',
  RU: 'Russian',
  SA: 'Saudi',
  SE: 'Swedish',
  SG: 'Singaporean',
  SU: 'Soviet',
  TH: 'Thai',
  TR: 'Turkish',
  TW: 'Taiwanese',
  UA: 'Ukrainian',
  UY: 'Uruguayan',
  VN: 'Vietnamese',
  XC: 'Czechoslovak',
  ZA: 'South African',
};

/** One or two nationalities; none where there are more, where one is unknown to us, or where it is plainly American. */
function nationality(countries: readonly string[]): string {
  const names = countries.map((code) => (code === 'US' ? 'American' : NATIONALITIES[code]));
  if (names.length === 0 || names.length > 2 || names.includes(undefined)) return '';
  if (names.length === 1 && names[0] === 'American') return '';
  return names.join('–');
}

/** What a title is, without article, and how its people are spoken of. */
export function describeKind(
  genres: readonly string[],
  type: 'movie' | 'series',
  countries: readonly string[],
): { phrase: string; nature: Nature } {
  const animated = genres.includes('Animation');
  const short = type === 'movie' ? 'film' : 'series';
  const [headGenre, noun] = NOUNS.find(([genre]) => genres.includes(genre)) ?? ['', '*'];
  const clashes = CLASHES[noun] ?? [];
  const colour = COLOURS.find(
    ([genre, word]) => genre !== headGenre && genres.includes(genre) && !clashes.includes(word),
  )?.[1];
  const alone = noun.replace('*', short);
  const plain = type === 'series' && !noun.includes('*') && headGenre !== '' ? `${alone} series` : alone;
  // Fiction tagged with music is no musical; a documentary about it is a music documentary.
  const about = headGenre === 'Documentary' && genres.includes('Music') ? 'music' : colour;
  const words = [nationality(countries), animated ? 'animated' : '', about ?? '', plain];
  return {
    phrase: words.filter(Boolean).join(' '),
    nature:
      headGenre === 'Documentary' || headGenre === 'Reality'
        ? 'documentary'
        : animated
          ? 'animated'
          : 'acted',
  };
}
