import { normalize } from '#src/titles/engine/normalize.ts';
import { type Candidate, isById } from './confidence.ts';

/** A name with what tells it from its namesakes: `Charmed (1998)`, `House of Cards (US)`. */
export interface Edition {
  /** The whole name. */
  whole: string;
  title: string;
  year: number | null;
  /** ISO 3166. */
  country: string | null;
}

/** What media servers write, where it differs from ISO 3166. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['USA', 'US'],
  ['AUS', 'AU'],
  ['CAN', 'CA'],
]);
const EDITION = /^(?<title>.*\S)\s*[([](?:(?<year>(?:18|19|20)\d\d)|(?<country>[A-Z]{2,3}))[)\]]$/;

/** Returns null for a name without a year and without a country. */
export function editionOf(name: string): Edition | null {
  const { title, year, country } = EDITION.exec(name.trim())?.groups ?? {};
  if (!title) return null;
  return {
    whole: name,
    title,
    year: year ? Number(year) : null,
    country: country ? (COUNTRIES.get(country) ?? country) : null,
  };
}

/**
 * Keeps the candidates that the name means: those found by an id or whose own name has the addition, or else those of the
 * year or country. A title of another year never is one; one of unknown countries is, while none is known to be of the
 * country.
 */
export function ofEdition<C extends Candidate>(
  candidates: readonly C[],
  { whole, year, country }: Edition,
  countriesOf: (mediumId: number) => readonly string[],
): C[] {
  const isWhole = ({ title }: C) => normalize(title) === normalize(whole);
  const meant = candidates.filter((candidate) => isById(candidate.by) || isWhole(candidate));
  if (meant.length > 0) return meant;
  if (year !== null) return candidates.filter((candidate) => candidate.year === year);
  const isFrom = ({ mediumId }: C) => country !== null && countriesOf(mediumId).includes(country);
  const ofCountry = candidates.filter(isFrom);
  if (ofCountry.length > 0) return ofCountry;
  return candidates.filter(({ mediumId }) => countriesOf(mediumId).length === 0);
}
