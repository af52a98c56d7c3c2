// How the cells of a column of scores are read. A number needs its scale, and grades, letters and thumbs need the member's word
// that they are theirs, because a wrong mark teaches the wrong taste.
import { RATING_MAX } from '@marquee/contracts/constants';
import { parseNumber, parseScore, type Score, toRating } from './fields.ts';
import { isNothing, statementOfFlag } from './seen-statement.ts';

/** `numbers` are scores on the scale of the file, or cells that name their scale. */
type Style = 'numbers' | 'letters' | 'school' | 'twenty' | 'thumbs' | 'none';

const LETTERS: ReadonlyMap<string, number> = new Map([
  ['a+', 10],
  ['a', 9],
  ['a-', 9],
  ['b+', 8],
  ['b', 7],
  ['b-', 7],
  ['c+', 6],
  ['c', 5],
  ['c-', 5],
  ['d+', 4],
  ['d', 3],
  ['d-', 3],
  ['e', 2],
  ['f', 1],
]);
const letterIn = (cell: string): number | null =>
  LETTERS.get(cell.trim().toLowerCase().replace(/[−–]/g, '-')) ?? null;

/** As thumbs of Netflix are read. */
const THUMB_UP = 8;
const THUMB_DOWN = 3;
const UP = /^(?:👍|👍🏻|❤️?|♥️?|like[ds]?|loved?|good|up)$/iu;
const DOWN = /^(?:👎|👎🏻|💔|dislike[ds]?|hated?|bad|down)$/iu;

function thumbIn(cell: string): number | null {
  const text = cell.trim();
  if (UP.test(text)) return THUMB_UP;
  if (DOWN.test(text)) return THUMB_DOWN;
  if (parseNumber(text) !== null) return null;
  const said = statementOfFlag(text);
  return said === 'seen' ? THUMB_UP : said === 'neither' ? THUMB_DOWN : null;
}

const SCHOOL = { best: 1, worst: 6 };
const TWENTY = 20;
const SCHOOL_NAME = /^(?:schul)?noten?$|^zensur$|^schulnote$|^meine_note$/;
/** A German header, in which "Note" is a school grade as often as a score. */
const GERMAN = /^(?:titel|filmtitel|jahr|erscheinungsjahr|gesehen|serie|folge|staffel)$/;
const LIKE_NAME =
  /^(?:i_)?(?:likes?|liked|liked_it|loved|thumbs?|thumbs_up|recommend(?:ed)?|would_recommend|gefallen|gefiel|gut|aime|me_gusto|piaciuto)$/;

/** Returns whether a column may hold thumbs, by its name. */
export const isLike = (column: string): boolean => LIKE_NAME.test(column);
/** Returns whether a column can only hold school grades, by its name. */
export const isSchoolGrade = (column: string): boolean => /^schulnoten?$|^zensur$/.test(column);

/** The scale that the name of a column states: `Rating (1-10)`, `Stars out of 5`, `Note /20`. Null for another name. */
export function statedScale(column: string): number | null {
  const stated =
    /_(?:(?:out_)?of|from|max|0|1|sur|sobre|von|de|su|av|op|z|из)_(\d{1,3})(?:_stars?|_points?)?$/.exec(
      column,
    )?.[1] ??
    /_(5|10|20|100)(?:_stars?|_points?)?$/.exec(column)?.[1] ??
    /^(?:rating|score)(5|10|100)$/.exec(column)?.[1];
  const scale = Number(stated);
  return scale >= 3 && scale <= 100 ? scale : null;
}

/** Removes the scale from the name of a column. */
export const withoutScale = (column: string): string =>
  statedScale(column) === null
    ? column
    : column.replace(
        /_?(?:(?:(?:out_)?of|from|max|0|1|sur|sobre|von|de|su|av|op|z|из)_)?\d{1,3}(?:_stars?|_points?)?$/,
        '',
      );

/** Learns from all rows how the scores of a column are written. */
export class ScoreColumn {
  readonly name: string;
  readonly #isGerman: boolean;
  #filled = 0;
  #numbers = 0;
  #letters = 0;
  #thumbs = 0;
  #highest = 0;
  #lowest = Number.POSITIVE_INFINITY;
  #isWhole = true;

  /** @param header the columns of its table. */
  constructor(name: string, header: Iterable<string>) {
    this.name = name;
    this.#isGerman = [...header].some((column) => GERMAN.test(column));
  }

  add(cell: string): void {
    if (isNothing(cell)) return;
    this.#filled++;
    if (letterIn(cell) !== null) this.#letters++;
    else if (thumbIn(cell) !== null) this.#thumbs++;
    const score = parseScore(cell);
    if (score === null) return;
    this.#numbers++;
    if (!('score' in score) || score.score === 0) return;
    this.#highest = Math.max(this.#highest, score.score);
    this.#lowest = Math.min(this.#lowest, score.score);
    this.#isWhole &&= Number.isInteger(score.score);
  }

  get isEmpty(): boolean {
    return this.#filled === 0;
  }

  get style(): Style {
    if (this.#letters > this.#filled / 2) return 'letters';
    if (this.#thumbs > this.#filled / 2) return 'thumbs';
    if (this.#numbers === 0) return this.isEmpty ? 'numbers' : 'none';
    const isOfSchool =
      this.#isWhole && this.#lowest >= SCHOOL.best && this.#highest <= SCHOOL.worst && this.#highest > 0;
    if (isOfSchool && (isSchoolGrade(this.name) || (SCHOOL_NAME.test(this.name) && this.#isGerman)))
      return 'school';
    if (statedScale(this.name) === null && this.#highest > RATING_MAX && this.#highest <= TWENTY)
      return 'twenty';
    return 'numbers';
  }

  /** One sentence that asks whether the scores are the member's, and says what the answer does. Null where it is clear. */
  get question(): string | null {
    switch (this.style) {
      case 'letters':
        return 'These are letters. Choose “My rating” to take A+ as 10, B as 7 and F as 1.';
      case 'school':
        return 'These look like school grades, of which 1 is the best. Choose “My rating” to take 1 as 10 and 6 as 0.';
      case 'twenty':
        return 'These scores go beyond ten. Choose “My rating” to take 20 as 10.';
      case 'thumbs':
        return `These are thumbs or a yes and no. Choose “My rating” to take a yes as ${THUMB_UP} and a no as ${THUMB_DOWN}.`;
      default:
        return null;
    }
  }

  /** Reads a cell in the style of its column. */
  read(cell: string): Score | null {
    const { style } = this;
    if (style === 'letters') return ratingOf(letterIn(cell));
    if (style === 'thumbs') return ratingOf(thumbIn(cell));
    const score = parseScore(cell);
    if (score === null || 'rating' in score) return score;
    if (style === 'school') {
      const isGrade = score.score >= SCHOOL.best && score.score <= SCHOOL.worst;
      return ratingOf(isGrade ? toRating(SCHOOL.worst - score.score, SCHOOL.worst - SCHOOL.best) : null);
    }
    const scale = style === 'twenty' ? TWENTY : statedScale(this.name);
    // Tools write 0 for "not rated".
    return scale === null || score.score === 0 ? score : ratingOf(toRating(score.score, scale));
  }
}

const ratingOf = (rating: number | null): Score | null => (rating === null ? null : { rating });
