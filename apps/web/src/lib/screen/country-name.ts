const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the name of a country by its code (ISO 3166). */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Country names that English uses with an article. */
const ARTICLE = /^(?:United |Netherlands|Philippines|Bahamas|Maldives|Czech Republic|Dominican Republic)/;

/** Returns the name of a country as it stands in a sentence: `the United States`. */
export const withArticle = (name: string): string => (ARTICLE.test(name) ? `the ${name}` : name);
