const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** Returns the name of a language by its code (BCP 47). A text that is no code stays as it is. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}
