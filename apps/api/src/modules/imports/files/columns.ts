// Which column of a table of an unknown service means what, by its name.

import { IMPORT_COLUMNS } from '@marquee/contracts/constants';
import type { ImportColumn } from '@marquee/contracts/imports';
import type { Row } from './csv.ts';
import { findImdbId, parseId, parseScore } from './fields.ts';
import { howItStates, isNothing, type StatementFinder } from './seen-statement.ts';

type Meaning = Exclude<ImportColumn['meaning'], 'statement' | 'public_rating' | 'unused'>;

/** The names of columns, by what they mean. The first that a file has is used. */
const NAMES: Record<Meaning, readonly string[]> = {
  imdb_id: ['imdb_id', 'imdbid', 'imdb', 'const', 'tconst', 'imdb_url', 'imdb_link', 'imdb_title_id'],
  tmdb_id: ['tmdb_id', 'tmdbid', 'tmdb', 'themoviedb_id', 'id_tmdb'],
  title:
    'title,name,film,movie,film_name,movie_name,movie_title,film_title,primary_title,show_title,show_name,series_title,title_name,item,titel,filmtitel,titre,titulo,titulo_original,titolo,tytul,titel_name,nombre,nome,nom,titul,nazev,cim,baslik,naslov,naziv,название,фильм,сериал,タイトル,作品名,题目,片名,标题,电影,제목,show,series,serie,serien,sendung,serial,nameru,name_ru,title_ru,local_title,media_title,nameen,name_en,title_en,english_title,original_title,original_name'.split(
      ',',
    ),
  original_title:
    'original_title,original_name,originaltitle,nameen,name_en,title_en,english_title,originaltitel,titre_original,titolo_originale,tytul_oryginalny'.split(
      ',',
    ),
  year: 'year,release_year,releaseyear,released,release_date,releasedate,film_year,movie_year,start_year,first_air_date,jahr,erscheinungsjahr,annee,ano,año,anno,rok,jaar,ar,år,vuosi,yil,год,年,年份,연도,production_year,date_released'.split(
    ',',
  ),
  type: 'type,media_type,mediatype,title_type,kind,category,format,typ,tipo,item_type'.split(','),
  rating:
    'rating,score,stars,grade,my_rating,bewertung,wertung,sterne,note,nota,voto,valutazione,puntuacion,calificacion,ocena,beoordeling,cijfer,betyg,karakter,arvosana,puan,hodnoceni,оценка,評価,评分,별점,평점,avaliacao,classificacao'.split(
      ',',
    ),
  rated_at: ['rated_at', 'ratedat', 'date_rated', 'rating_date', 'rated_on'],
  watched_at: ['date', 'datum', 'fecha', 'data', 'timestamp', 'when'],
  tags: ['tags', 'labels'],
  series: [
    'series_name',
    'seriesname',
    'show_name',
    'grandparent_title',
    'tv_show',
    'tv_show_name',
    'parent_title',
    'show',
    'series',
    'serie',
  ],
  season: ['season', 'season_number', 'seasonnumber', 'staffel', 'saison', 'temporada', 'stagione'],
  episode: ['episode', 'episode_number', 'episodenumber', 'folge', 'episodio', 'odcinek', 'episode_title'],
};
/** Removes accents, because a header has them or not. */
const bare = (column: string): string => column.normalize('NFD').replace(/\p{M}/gu, '');

const MEANINGS = Object.keys(NAMES).filter((key): key is Meaning => key in NAMES);
/** A header may name its scale: `Rating (1-10)`, `Stars out of 5`. */
const withoutScale = (column: string): string =>
  column.replace(/_(?:(?:out_)?of_|from_|max_|0_|1_)?(?:5|10|100)(?:_stars?|_points?)?$/, '');
/** Scores that their name calls the member's. Beside one of them, any other score is the public's. */
const OWN_RATING =
  /^(?:my|your|own|personal|user|member|meine|deine|ma|ta|votre|mi|tu|mio|il_mio|mia|la_mia|moja|twoja|minha|mijn|min|mitt|benim|моя|мой|我的|私の|u_?)_?(?:rating|score|stars|grade|vote|bewertung|wertung|note|nota|voto|ocena|puntuacion|calificacion|beoordeling|puan|valutazione|avaliacao|betyg|karakter|arvosana|оценка|реитинг|评分|評価)$|^userrating$|^you_rated$|^i_rated$|^rated$|^(?:rating|score)_?(?:10|100|5)$/;
/** Scores that their name calls the public's or a critic's. */
const PUBLIC_RATING =
  /^(?:imdb|tmdb|trakt|letterboxd|rt|rotten_tomatoes|metacritic|mal|anilist|simkl|filmweb|kinopoisk|douban|community|critics?|audience|public|global|average|avg|mean|site|global)_?(?:user_?)?(?:rating|score|note|nota|vote)s?$|^(?:vote_average|voteaverage|rating_average|average|mean|metascore|meta_score|tomatometer|popularity|communityrating|criticrating|audiencerating|weighted_rating)$|(?:rating|vote|score)s?_?(?:count|number)$|^num_?votes$|^votes$/;

/** Returns whether the name of a column says that its scores are the member's. */
export const isOwnRating = (column: string): boolean => OWN_RATING.test(withoutScale(bare(column)));
const isPublicRating = (column: string): boolean =>
  !isOwnRating(column) && PUBLIC_RATING.test(withoutScale(bare(column)));

/** The columns of a table by what they mean. */
export type Columns = Partial<Record<Meaning, string>>;

/** Returns whether the column may hold scores, by its name. */
const isScore = (column: string): boolean =>
  NAMES.rating.some((each) => bare(each) === withoutScale(bare(column))) || isOwnRating(column);

/** The lowest number that is taken for an id in a column that is only called "TMDB". Scores are no higher. */
const TMDB_ID_MIN = 101;

/** How the cells of a column must look so that it means what its name says, or null where any will do. */
function cellCheck(column: string): ((value: string) => boolean) | null {
  if (isScore(column)) return (value) => parseScore(value) !== null;
  if (NAMES.imdb_id.includes(column)) return (value) => findImdbId(value) !== null;
  if (column === 'tmdb') return (value) => (parseId(value) ?? 0) >= TMDB_ID_MIN;
  return null;
}

/**
 * Learns from all rows which columns hold something else than their name promises, for example age ratings under
 * "Rating", remarks under "Note" or IMDb's scores under "IMDb".
 */
export function createMisnomerFinder(header: Iterable<string>) {
  const checks = [...header].flatMap((column) => {
    const fits = cellCheck(column);
    return fits ? [{ column, fits }] : [];
  });
  const filled = new Set<string>();
  const fitting = new Set<string>();
  return {
    add(row: Row): void {
      for (const { column, fits } of checks) {
        const value = row.get(column);
        if (fitting.has(column) || isNothing(value)) continue;
        filled.add(column);
        if (fits(value)) fitting.add(column);
      }
    },
    columns: (): ReadonlySet<string> => new Set([...filled].filter((column) => !fitting.has(column))),
  };
}

/**
 * Returns the column for each meaning. A column means one thing only.
 * @param misnamed columns that hold something else than their name says.
 */
export function findColumns(header: Iterable<string>, misnamed: ReadonlySet<string> = new Set()): Columns {
  const all = [...header];
  const columns: Columns = {};
  const taken = new Set(
    all.filter(
      (column) => howItStates(bare(column)) !== null || isPublicRating(column) || misnamed.has(column),
    ),
  );
  const own = all.find((column) => isOwnRating(column));
  for (const meaning of MEANINGS) {
    const found =
      meaning === 'rating' && own !== undefined
        ? own
        : NAMES[meaning]
            .map((name) =>
              all.find((column) => {
                const plain = meaning === 'rating' ? withoutScale(bare(column)) : bare(column);
                return plain === bare(name) && !taken.has(column);
              }),
            )
            .find((column) => column !== undefined);
    if (found === undefined || misnamed.has(found)) continue;
    columns[meaning] = found;
    taken.add(found);
  }
  return columns;
}

/** Says of every column of a table how it was read, in the order of the meanings. */
export function describeColumns(
  header: Iterable<string>,
  columns: Columns,
  finder: Pick<StatementFinder, 'columns' | 'dateColumns'>,
  misnamed: ReadonlySet<string>,
): ImportColumn[] {
  const meaningOf = new Map<string, ImportColumn['meaning']>();
  for (const name of finder.columns()) meaningOf.set(name, 'statement');
  for (const name of finder.dateColumns()) meaningOf.set(name, 'watched_at');
  for (const meaning of MEANINGS) {
    const name = columns[meaning];
    if (name !== undefined) meaningOf.set(name, meaning);
  }
  // What stands under the name of a site, and is no id, are the site's scores.
  const isOfOthers = (name: string): boolean =>
    misnamed.has(name) ? !isScore(name) : isScore(name) || isPublicRating(name);
  return [...header]
    .filter((name) => name !== '')
    .map((name) => ({
      name,
      meaning: meaningOf.get(name) ?? (isOfOthers(name) ? ('public_rating' as const) : ('unused' as const)),
    }))
    .toSorted((a, b) => IMPORT_COLUMNS.indexOf(a.meaning) - IMPORT_COLUMNS.indexOf(b.meaning));
}
