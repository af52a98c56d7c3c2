/** Spaces of every kind: no-break, thin, ideographic … */
const SPACES = /\p{Zs}+/gu;
/** Characters that nobody sees, such as a soft hyphen, a zero-width space or a byte order mark. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\ufeff/gu;
/**
 * Invisible characters that change how their neighbors look: joiners and variation selectors in emoji, and joiners
 * between letters of scripts that connect letters.
 */
const SHAPING =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\d#*]|\ufe0f)[\ufe0e\ufe0f\u200d]|(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=\p{Extended_Pictographic})[\u{e0020}-\u{e007f}]+/gu;
const LATIN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/**
 * Returns the text as people see it: NFC, one kind of space, and no invisible character but those that shape emoji and
 * connected scripts. Texts that look equal become equal, so names, tags and wishes can be compared.
 */
export function plainText(text: string): string {
  const shaping = new Set<number>();
  for (const { index, 0: found } of text.matchAll(SHAPING)) {
    // A joiner between two Latin letters joins nothing.
    const before = text.slice(0, index).at(-1) ?? '';
    if (LATIN.test(before)) continue;
    for (let at = index; at < index + found.length; at++) shaping.add(at);
  }
  return text
    .replace(INVISIBLE, (found, at: number) => (shaping.has(at) ? found : ''))
    .replace(SPACES, ' ')
    .normalize('NFC')
    .trim();
}

/** Returns the form in which two names are compared: as people see them, without case. */
export const comparable = (text: string): string => plainText(text).toLowerCase();

/** Removes tags that are equal as people see them. Keeps the first spelling of each. */
export function uniqueTags(tags: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) {
    const key = comparable(tag);
    if (!first.has(key)) first.set(key, tag);
  }
  return [...first.values()];
}

/**
 * Returns a password in the one form in which it is measured, hashed and compared (RFC 8265, OpaqueString): NFC, with
 * every kind of space as U+0020. Nothing is trimmed.
 */
export const opaqueString = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
