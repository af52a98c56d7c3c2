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
  ['Action', 'action *'],
  ['Fantasy', 'fantasy *'],
  ['Science Fiction', 'science-fiction *'],
  ['Crime', 'crime *'],
  ['Sport', 'sports *'],
  ['History', 'historical *'],
  ['Family', 'family *'],
  ['Music', 'music *'],
];
/** Lists name up to ten genres of a title, ever less to the point. */
const TELLING = 3;
/** These say what it is wherever they stand. */
const DECISIVE = ['Documentary', 'Reality', 'Western'];
/** Of these the one named first counts. */
const TONES = ['Horror', 'Thriller', 'Comedy'];

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
  ['Comedy', 'comedy'],
  ['Action', 'action'],
  ['Family', 'family'],
];
// Colours that cannot stand before these nouns.
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

/** One or two nationalities; none where there are more, where one is unknown to us, or where it is plainly American. */
function nationality(countries: readonly string[]): string {
  const names = countries.map((code) => (code === 'US' ? 'American' : NATIONALITIES[code]));
  if (names.length === 0 || names.length > 2 || names.includes(undefined)) return '';
  if (names.length === 1 && names[0] === 'American') return '';
  return names.join('–');
}

/** The genre that says what it is, and the noun for it. */
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

/** What a title is, without article, and how its people are spoken of. */
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
  const colour = COLOURS.find(
    ([genre, word]) => genre !== headGenre && telling.includes(genre) && !clashes.includes(word),
  )?.[1];
  const alone = noun.replace('*', short);
  const plain = type === 'series' && !noun.includes('*') && headGenre !== '' ? `${alone} series` : alone;
  // Fiction tagged with music is no musical; a documentary about it is a music documentary.
  const about = headGenre === 'Documentary' && telling.includes('Music') ? 'music' : colour;
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
