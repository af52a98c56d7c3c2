// Which column of a table of an unknown service means what, by its name.

import { createHash } from 'node:crypto';
import { IMPORT_COLUMNS } from '@marquee/contracts/constants';
import type { ImportColumn, ImportColumnChoice } from '@marquee/contracts/imports';
import type { Row } from './csv.ts';
import { findImdbId, parseId, parseScore } from './fields.ts';
import { isLike, isSchoolGrade, ScoreColumn, withoutScale } from './scores.ts';
import { howItStates, isNothing, type StatementFinder } from './seen-statement.ts';

type Meaning = Exclude<ImportColumn['meaning'], 'statement' | 'wish' | 'public_rating' | 'unused'>;

/** The names of columns, by what they mean. The first that a file has is used. */
const NAMES: Record<Meaning, readonly string[]> = {
  imdb_id: [
    'imdb_id',
    'imdbid',
    'imdb',
    'const',
    'tconst',
    'imdb_url',
    'imdb_link',
    'imdb_title_id',
    'imdb_number',
    'imdbnumber',
    'idmovieimdb',
    'id_imdb',
  ],
  tmdb_id: ['tmdb_id', 'tmdbid', 'tmdb', 'themoviedb_id', 'id_tmdb'],
  title:
    'title,name,film,movie,film_name,movie_name,movie_title,film_title,primary_title,show_title,show_name,series_title,title_name,item,titel,filmtitel,titre,titulo,titulo_original,titolo,tytul,tytuł,titel_name,nombre,nome,nom,titul,nazev,cim,baslik,naslov,naziv,название,фильм,сериал,タイトル,作品名,题目,片名,标题,电影,제목,назва,русскоязычное_название,name_of_the_movie,name_of_movie,name_of_the_film,name_of_film,name_of_the_show,title_year,movie_title_year,title_and_year,movies,films,filme,peliculas,show,series,serie,serien,sendung,serial,nameru,name_ru,title_ru,local_title,media_title,nameen,name_en,title_en,english_title,original_title,original_name'.split(
      ',',
    ),
  original_title:
    'original_title,original_name,оригинальное_название,оригінальна_назва,原名,originaltitle,nameen,name_en,title_en,english_title,originaltitel,titre_original,titolo_originale,tytul_oryginalny'.split(
      ',',
    ),
  year: 'year,release_year,releaseyear,released,release_date,releasedate,film_year,movie_year,start_year,first_air_date,jahr,erscheinungsjahr,annee,ano,año,anno,rok,jaar,ar,år,vuosi,yil,yıl,год,年,年份,연도,production_year,date_released,year_released,released_year,release,premiere,premiered,premiere_date,film_release_year,movie_release_year,year_of_release,release_yr,yr,released_on,released_utc,рік,год_выпуска,上映日期,上映年份,公開年'.split(
    ',',
  ),
  type: 'type,media_type,mediatype,title_type,kind,category,format,typ,tipo,item_type,document_type,тип,类型'.split(
    ',',
  ),
  rating:
    'rating,ratings,score,stars,grade,my_rating,film_quality,оцінка,bewertung,wertung,sterne,note,nota,voto,valutazione,puntuacion,calificacion,ocena,beoordeling,cijfer,betyg,karakter,arvosana,puan,hodnoceni,оценка,評価,评分,별점,평점,avaliacao,classificacao'.split(
      ',',
    ),
  rated_at: ['rated_at', 'ratedat', 'date_rated', 'rating_date', 'rated_on', '打分日期'],
  watched_at: [
    'date',
    'checked_date',
    'checked_at',
    'checked_on',
    'datum',
    'fecha',
    'data',
    'timestamp',
    'when',
    'дата',
    'дата_и_время',
    '日期',
  ],
  tags: ['tags', 'labels'],
  list: ['in_list'],
  profile: [
    'profile_name',
    'profile',
    'user',
    'username',
    'user_name',
    'person',
    'member',
    'viewer',
    'rated_by',
    'watched_by',
    'who',
    'wer',
    'benutzer',
  ],
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
/** Scores that their name calls the member's. Beside one of them, any other score is the public's. */
const OWN_RATING =
  /^(?:my|your|own|personal|user|member|meine|deine|ma|ta|votre|mi|tu|mio|il_mio|mia|la_mia|moja|twoja|minha|mijn|min|mitt|benim|моя|мой|мій|我的|个人|個人|私の|u_?)_?(?:rating|score|stars|grade|vote|bewertung|wertung|note|nota|voto|ocena|puntuacion|calificacion|beoordeling|puan|valutazione|avaliacao|betyg|karakter|arvosana|оценка|оцінка|реитинг|评分|評価)$|^userrating$|^you_rated$|^i_rated$|^rated$|^(?:rating|score)_?(?:10|100|5)$|^(?:rating|score)_(?:user|mine|own|me)$/;
/** Scores of one person by name: `Ann's rating`. Whose they are, only the member knows. */
const PERSONAL_RATING = /^\p{L}+_s_(?:rating|score|stars|grade|vote)s?$/u;
/** Scores that their name calls the public's or a critic's. */
const PUBLIC_RATING =
  /^(?:imdb|tmdb|trakt|letterboxd|rt|rotten_tomatoes|metacritic|mal|anilist|simkl|filmweb|kinopoisk|douban|community|critics?|audience|public|global|average|avg|mean|site|global)_?(?:user_?)?(?:rating|score|note|nota|vote)s?$|^(?:vote_average|voteaverage|rating_average|average|mean|metascore|meta_score|tomatometer|popularity|communityrating|criticrating|audiencerating|weighted_rating)$|(?:rating|vote|score)s?_?(?:count|number)$|^num_?votes$|^votes$/;

/** Returns whether the name of a column says that its scores are the member's. */
export const isOwnRating = (column: string): boolean => OWN_RATING.test(withoutScale(bare(column)));
const isPublicRating = (column: string): boolean =>
  !isOwnRating(column) && PUBLIC_RATING.test(withoutScale(bare(column)));
const COUNTS_VOTES = /^(?:rating_|score_|imdb_|tmdb_)?(?:votes|vote_?count|num_?votes)$/;
const isPersonal = (column: string): boolean =>
  PERSONAL_RATING.test(withoutScale(bare(column))) && !isOwnRating(column);

/** The columns of a table by what they mean. */
export type Columns = Partial<Record<Meaning, string>>;

/** Returns whether the column may hold scores, by its name. */
const isScore = (column: string): boolean =>
  NAMES.rating.some((each) => bare(each) === withoutScale(bare(column))) || isOwnRating(column);

/** The lowest number that is taken for an id in a column that is only called "TMDB". Scores are no higher. */
const TMDB_ID_MIN = 101;
/** The fewest digits of an id of IMDb that a tool wrote without its letters. */
const IMDB_DIGITS = /^\d{5,9}$/;
const IMDB_LENGTH = 7;

/** Reads an id of IMDb, also from a link, or of its digits alone in a column of such ids. */
export function imdbIdIn(cell: string): string | null {
  const digits = IMDB_DIGITS.exec(cell.trim())?.[0];
  return digits === undefined ? findImdbId(cell) : `tt${digits.padStart(IMDB_LENGTH, '0')}`;
}

/** How the cells of a column must look so that it means what its name says, or null where any will do. */
function cellCheck(column: string): ((value: string) => boolean) | null {
  if (isScore(column)) return (value) => parseScore(value) !== null;
  if (NAMES.imdb_id.includes(column)) return (value) => imdbIdIn(value) !== null;
  if (column === 'tmdb') return (value) => (parseId(value) ?? 0) >= TMDB_ID_MIN;
  return null;
}

/**
 * Learns from all rows what the names of columns do not say: which hold something else than their name promises, such as age
 * ratings under "Rating" or remarks under "Note", which hold ids of IMDb, and how scores are written.
 */
export function createCellSurvey(header: Iterable<string>, chosenRating: string | undefined) {
  const all = [...header];
  const checks = all.flatMap((column) => {
    const fits = cellCheck(column);
    return fits ? [{ column, fits }] : [];
  });
  const scores = new Map(
    all
      .filter(
        (column) =>
          column === chosenRating ||
          isScore(column) ||
          isPersonal(column) ||
          isLike(column) ||
          isSchoolGrade(column),
      )
      .map((column) => [column, new ScoreColumn(column, all)]),
  );
  const filled = new Set<string>();
  const fitting = new Set<string>();
  const withOther = new Set<string>();
  const withIds = new Set<string>();
  return {
    add(row: Row): void {
      for (const { column, fits } of checks) {
        const value = row.get(column);
        if (fitting.has(column) || isNothing(value)) continue;
        filled.add(column);
        if (fits(value)) fitting.add(column);
      }
      for (const [column, score] of scores) score.add(row.get(column));
      for (const column of all) {
        if (withOther.has(column)) continue;
        const value = row.get(column);
        if (findImdbId(value.slice(0, LINK_CHARS)) !== null) withIds.add(column);
        else if (!isNothing(value)) withOther.add(column);
      }
    },
    scores: (): ReadonlyMap<string, ScoreColumn> => scores,
    /** The columns that hold something else than their name says. */
    misnamed: (): ReadonlySet<string> =>
      new Set(
        [...filled].filter((column) => {
          const style = scores.get(column)?.style;
          return !fitting.has(column) && (style === undefined || style === 'none');
        }),
      ),
    /** The first column of which every cell has an id of IMDb. */
    idColumn: (): string | undefined => all.find((column) => withIds.has(column) && !withOther.has(column)),
  };
}
export type CellSurvey = ReturnType<typeof createCellSurvey>;

/** No link to a title is longer. */
const LINK_CHARS = 300;

/** Identifies tables with the same columns, whatever their order. */
export const hashOfHeader = (names: Iterable<string>): string =>
  createHash('sha256')
    .update(
      [...new Set(names)]
        .filter((name) => name !== '')
        .toSorted()
        .join('\n'),
    )
    .digest('hex');

/** What the member said of the columns, by their names. */
export type Said = ReadonlyMap<string, ImportColumnChoice['meaning']>;

/** Returns the column of which the member said that it means this. */
export const saidColumn = (said: Said, meaning: ImportColumnChoice['meaning']): string | undefined =>
  [...said].find(([, each]) => each === meaning)?.[0];

const UNSURE_WHOSE = 'Whose ratings are these? Choose “My rating” for the column that is yours.';

/**
 * Chooses the column of the member's own scores.
 * @returns the column, if one is clear, and the questions about those that are not.
 */
function chooseRating(
  survey: CellSurvey,
  candidates: readonly string[],
): { rating: string | undefined; questions: Map<string, string> } {
  const scores = survey.scores();
  const questions = new Map<string, string>();
  const ask = (column: string, question: string | null) => question && questions.set(column, question);
  const own = candidates.find((column) => isOwnRating(column));
  if (own !== undefined) {
    const question = scores.get(own)?.question ?? null;
    ask(own, question);
    return { rating: question === null ? own : undefined, questions };
  }
  const plain = candidates.filter((column) => isScore(column) && scores.get(column)?.isEmpty === false);
  const clear = plain.filter((column) => scores.get(column)?.question === null);
  const others = candidates.filter((column) => !isScore(column) && scores.get(column)?.style !== 'none');
  for (const column of [...plain, ...others]) ask(column, scores.get(column)?.question ?? null);
  const personal = others.filter((column) => isPersonal(column));
  if (clear.length + personal.length > 1 || personal.length > 0)
    for (const column of [...clear, ...personal]) ask(column, UNSURE_WHOSE);
  const [first] = clear.length > 0 ? clear : candidates.filter((column) => isScore(column));
  return { rating: first !== undefined && !questions.has(first) ? first : undefined, questions };
}

/**
 * Returns the column for each meaning, and questions about columns that may hold the member's scores. A column means one thing
 * only.
 * @param survey what the cells say, or undefined while only the header is known.
 */
export function findColumns(
  header: Iterable<string>,
  said: Said = new Map(),
  survey?: CellSurvey,
): { columns: Columns; questions: ReadonlyMap<string, string> } {
  const all = [...header];
  const misnamed = survey?.misnamed() ?? new Set<string>();
  const columns: Columns = {};
  const taken = new Set(
    all.filter(
      (column) =>
        howItStates(bare(column)) !== null ||
        isPublicRating(column) ||
        misnamed.has(column) ||
        said.has(column),
    ),
  );
  for (const meaning of ['title', 'original_title', 'year', 'rating'] as const) {
    const column = saidColumn(said, meaning);
    if (column !== undefined) columns[meaning] = column;
  }
  const id = saidColumn(said, 'id');
  if (id !== undefined) {
    columns.imdb_id = id;
    if (/tmdb|movie_?db/.test(id)) columns.tmdb_id = id;
  }
  // Beside a number of votes, or a column that is called the member's, a score is that of others.
  const isOfOthers = all.some((column) => COUNTS_VOTES.test(column) || isOwnRating(column));
  const scored = [...(survey?.scores().keys() ?? all.filter((column) => isScore(column)))].filter(
    (column) => !taken.has(column) && (!isOfOthers || isOwnRating(column)),
  );
  const found = survey
    ? chooseRating(survey, scored)
    : {
        rating: scored.find((column) => isOwnRating(column)) ?? scored[0],
        questions: new Map<string, string>(),
      };
  if (columns.rating === undefined && found.rating !== undefined) columns.rating = found.rating;
  for (const column of scored) taken.add(column);
  for (const meaning of MEANINGS) {
    if (meaning === 'rating' || columns[meaning] !== undefined) continue;
    const column = NAMES[meaning]
      .map((name) => all.find((each) => bare(each) === bare(name) && !taken.has(each)))
      .find((each) => each !== undefined);
    if (column === undefined) continue;
    columns[meaning] = column;
    taken.add(column);
  }
  columns.imdb_id ??=
    survey && [survey.idColumn()].find((column) => column !== undefined && !said.has(column));
  return { columns, questions: columns.rating === undefined ? found.questions : new Map() };
}

/** Says of every column of a table how it was read, in the order of the meanings. */
export function describeColumns(
  header: Iterable<string>,
  { columns, questions }: ReturnType<typeof findColumns>,
  finder: Pick<StatementFinder, 'columns' | 'dateColumns' | 'wishColumns'>,
  misnamed: ReadonlySet<string>,
  said: Said,
): ImportColumn[] {
  const meaningOf = new Map<string, ImportColumn['meaning']>();
  for (const name of finder.columns()) meaningOf.set(name, 'statement');
  for (const name of finder.wishColumns()) meaningOf.set(name, 'wish');
  for (const name of finder.dateColumns()) meaningOf.set(name, 'watched_at');
  for (const meaning of MEANINGS) {
    const name = columns[meaning];
    if (name !== undefined) meaningOf.set(name, meaning);
  }
  // What stands under the name of a site, and is no id, are the site's scores.
  const isOfOthers = (name: string): boolean =>
    misnamed.has(name)
      ? /^(?:imdb|tmdb)/.test(name)
      : (isScore(name) || isPublicRating(name)) && !questions.has(name);
  return [...header]
    .filter((name) => name !== '')
    .map((name) => ({
      name,
      meaning:
        meaningOf.get(name) ??
        (isOfOthers(name) && !said.has(name) ? ('public_rating' as const) : ('unused' as const)),
      question: questions.get(name) ?? null,
      chosen: said.has(name),
    }))
    .toSorted((a, b) => IMPORT_COLUMNS.indexOf(a.meaning) - IMPORT_COLUMNS.indexOf(b.meaning));
}
