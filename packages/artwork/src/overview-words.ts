/** Words for the kind of a title: “French–Belgian crime drama”, “animated family series”. */

type Nature = 'documentary' | 'animated' | 'acted';

// Nouns for genres, most specific first; `*` becomes film or series.
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
  ['Action', 'action *'],
  ['Fantasy', 'fantasy *'],
  ['Science Fiction', 'science-fiction *'],
  ['Crime', 'crime *'],
  ['Sport', 'sports *'],
  ['History', 'historical *'],
  ['Family', 'family *'],
  ['Music', 'music *'],
];
/** Lists name up to ten genres of a title; only the first ones describe it well. */
const TELLING = 3;
/** Genres that determine the noun at every position. */
const DECISIVE = ['Documentary', 'Reality', 'Western'];
/** Only the first of these genres counts. */
const TONES = ['Horror', 'Thriller', 'Comedy'];

// Adjectives for the other genres, most specific first.
const COLORS: readonly (readonly [string, string])[] = [
  ['Science Fiction', 'science-fiction'],
  ['War', 'war'],
  ['Crime', 'crime'],
  ['Sport', 'sports'],
  ['Fantasy', 'fantasy'],
  ['Horror', 'horror'],
  ['Romance', 'romantic'],
  ['History', 'historical'],
  ['Mystery', 'mystery'],
  ['Comedy', 'comedy'],
  ['Action', 'action'],
  ['Family', 'family'],
];
// Adjectives that must not precede these nouns.
const CLASHES: Record<string, readonly string[]> = {
  documentary: ['romantic', 'fantasy', 'horror', 'mystery', 'action', 'science-fiction'],
  'reality *': ['comedy', 'crime', 'historical', 'action', 'science-fiction', 'fantasy', 'war'],
  thriller: ['family'],
  'horror *': ['family', 'action'],
  'war *': ['action'],
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

/** One or two nationalities. None when there are more, when one is unknown, or for the United States alone. */
function nationality(countries: readonly string[]): string {
  const names = countries.map((code) => (code === 'US' ? 'American' : NATIONALITIES[code]));
  if (names.length === 0 || names.length > 2 || names.includes(undefined)) return '';
  if (names.length === 1 && names[0] === 'American') return '';
  return names.join('–');
}

/** The genre that describes the title best, and its noun. */
function findHead(telling: readonly string[]): readonly [string, string] {
  const decisive = DECISIVE.find((genre) => telling.includes(genre));
  // A drama that is also a comedy is a drama.
  const tone = telling.find(
    (genre, at) => TONES.includes(genre) && !(genre === 'Comedy' && telling.slice(0, at).includes('Drama')),
  );
  const isHead = (genre: string): boolean =>
    decisive !== undefined || tone !== undefined
      ? genre === (decisive ?? tone)
      : telling.includes(genre) && genre !== 'Comedy';
  return NOUNS.find(([genre]) => isHead(genre)) ?? ['', '*'];
}

/** The kind of a title without article, and the verbs for its people. */
export function describeKind(
  genres: readonly string[],
  type: 'movie' | 'series',
  countries: readonly string[],
): { phrase: string; nature: Nature } {
  const animated = genres.includes('Animation');
  const short = type === 'movie' ? 'film' : 'series';
  const telling = genres.filter((genre) => genre !== 'Animation').slice(0, TELLING);
  const [headGenre, noun] = findHead(telling);
  const clashes = CLASHES[noun] ?? [];
  const color = COLORS.find(
    ([genre, word]) => genre !== headGenre && telling.includes(genre) && !clashes.includes(word),
  )?.[1];
  const alone = noun.replace('*', short);
  const plain = type === 'series' && !noun.includes('*') && headGenre !== '' ? `${alone} series` : alone;
  // Fiction with the genre music is not a musical; a documentary with it is a music documentary.
  const about = headGenre === 'Documentary' && telling.includes('Music') ? 'music' : color;
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
