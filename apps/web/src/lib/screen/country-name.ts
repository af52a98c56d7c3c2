const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** Returns the name of a country by its code (ISO 3166). */
export const countryName = (code: string): string => names.of(code) ?? code;
