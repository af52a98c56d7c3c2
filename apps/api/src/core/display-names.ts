const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Returns the English name of an ISO 3166 code, undefined for what is no code. Titles may be older than the codes. */
export function countryName(code: string): string | undefined {
  if (code === 'SU') return 'Soviet Union';
  return /^[A-Z]{2}$/.test(code) ? COUNTRIES.of(code)?.replace(' SAR China', '') : undefined;
}

/** Returns the English name of a language (BCP 47), undefined for an unknown one. */
export const languageName = (code: string): string | undefined => LANGUAGES.of(code);
