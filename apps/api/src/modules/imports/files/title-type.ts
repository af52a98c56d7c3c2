import { plainWords } from './fields.ts';

/** What a row is about. A `part` is an episode or a season, which never stands for its series or for a movie. */
export type TitleType = 'movie' | 'series' | 'part' | 'other';

// The words in which IMDb exports its types (English, French, German, Hindi, Italian, Portuguese, Spanish), and those of
// other tools, without accents and vowel signs. The first that fits decides: a podcast series is no series.
const WORDS: [type: TitleType, words: RegExp][] = [
  [
    'other',
    /\bapps?\b|game|juego|gioco|jeu|jogo|spiel|podcast|music|musik|clip|book|manga|novel|person|actor|track|album|artist|audio|photo|trailer|गम|पडकसट|सगत/,
  ],
  ['part', /episod|folge|aflevering|odcin|\bseason\b|staffel|temporada|saison|stagione|एपसड/],
  ['movie', /tv ?movie|telefilm|film ?tv|fernsehfilm|pelicula de tv|filme para (?:a )?t/],
  ['series', /serie|seri(?:al)?\b|\bshows?\b|^tv$|\btv ?show|sendung|emission|\bona\b|\banime\b|सरज/],
  [
    'movie',
    /movie|film|pelicula|feature|metrage|metragem|metraje|short|kurz|corto|curta|special|especial|speciale|video|cinema|फलम|मव|लघ|वडय/,
  ],
];

/** Reads the type of a title in the languages of the exports. Null for an empty cell or an unknown word. */
export function titleType(cell: string): TitleType | null {
  const word = plainWords(cell);
  if (word === '') return null;
  return WORDS.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

/** The type of a title as a hint. Anime may be movies or series. */
export const movieOrSeries = (type: TitleType | null): 'movie' | 'series' | null =>
  type === 'movie' || type === 'series' ? type : null;

/** Returns the series in the name of an episode: `Friends S1E1` and `Dark - s01e02 - Lies`. */
export const seriesInName = (name: string): string =>
  name
    .replace(/\s*[-–:,(]*\s*\bs\d{1,3}\s*[.·x-]?\s*e\d{1,4}\b.*$/i, '')
    .replace(/\s*[-–:,(]*\s*\b\d{1,2}x\d{1,3}\b.*$/i, '')
    .trim();
