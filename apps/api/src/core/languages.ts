import { LRUCache } from 'lru-cache';

/** Languages are BCP 47 codes of a language, optionally with a script and a region: `pl`, `pt-BR`, `zh-Hant`. */
const LANGUAGE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;
/** The longest code that `LANGUAGE` accepts. */
const CODE_MAX = 12;

/** Returns the code in its canonical spelling, or null when it is no language with an optional script and region. */
export function toLanguage(code: string): string | null {
  if (code.length > CODE_MAX) return null;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(code.replaceAll('_', '-'));
    return LANGUAGE.test(canonical) ? canonical : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Limits of a header. The longest that a browser sends has about ten languages. */
const HEADER_MAX = 500;
const LANGUAGES_MAX = 20;

function parse(header: string): readonly string[] {
  const ranges = header.split(',', LANGUAGES_MAX).flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = Number(/^q=(.+)$/i.exec(parameters[0] ?? 'q=1')?.[1]);
    const language = toLanguage(range);
    return language === null || !(quality > 0) ? [] : [{ language, quality }];
  });
  ranges.sort((a, b) => b.quality - a.quality);
  // A name in Portuguese serves a reader of Brazilian Portuguese (RFC 4647, lookup).
  const wanted = ranges.flatMap(({ language }) => {
    const subtags = language.split('-');
    return subtags.map((_, at) => subtags.slice(0, subtags.length - at).join('-'));
  });
  return [...new Set(wanted)];
}

/** Browsers send few different headers, and most callers send one of them. */
const parsed = new LRUCache<string, readonly string[]>({ max: 1_000 });

/** Returns the languages of an `Accept-Language` header, the preferred language first, each also without its region. */
export function readLanguages(header: string | undefined): readonly string[] {
  if (header === undefined || header.length > HEADER_MAX) return [];
  const known = parsed.get(header);
  if (known) return known;
  const languages = parse(header);
  parsed.set(header, languages);
  return languages;
}
