import { FIRST_DAY, type Seen } from '@marquee/contracts';
import { placeOf } from '#src/titles/engine/items.ts';

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse(FIRST_DAY);

/** What is known of the titles that a user has seen, rated ones too, by the index of the title. */
export class SeenTitles {
  readonly #rising: Int32Array;
  readonly #days: Int32Array;
  readonly #plays: Int32Array;
  readonly #seasons: Int32Array;

  /** @param indexes distinct. The other arrays are parallel and as in `TasteRow`. */
  constructor(
    indexes: readonly number[],
    days: readonly number[],
    plays: readonly number[],
    seasons: readonly number[],
  ) {
    const order = indexes.map((_, at) => at).sort((a, b) => (indexes[a] ?? 0) - (indexes[b] ?? 0));
    const column = (values: readonly number[]): Int32Array =>
      Int32Array.from(order, (at) => values[at] ?? -1);
    this.#rising = column(indexes);
    this.#days = column(days);
    this.#plays = column(plays);
    this.#seasons = column(seasons);
  }

  /** Returns null for a title that the user has not seen. */
  find(index: number): Seen | null {
    const at = placeOf(this.#rising, index);
    if (at < 0) return null;
    const known = (values: Int32Array): number | null => {
      const value = values[at] ?? -1;
      return value < 0 ? null : value;
    };
    const day = known(this.#days);
    return {
      seen_on: day === null ? null : new Date(FIRST_MS + day * DAY_MS).toISOString().slice(0, 10),
      plays: known(this.#plays),
      up_to_season: known(this.#seasons),
    };
  }
}
