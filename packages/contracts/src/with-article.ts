// Beside the list of countries it would bring the list to the first load of the web app.

/** Country names that English uses with an article. */
const ARTICLE = /^(?:United |Netherlands|Philippines|Bahamas|Maldives|Czech Republic|Dominican Republic)/;

/** Returns the name of a country as it stands in a sentence: `the United States`. */
export const withArticle = (name: string): string => (ARTICLE.test(name) ? `the ${name}` : name);
