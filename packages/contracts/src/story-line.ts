/** A story up to this length is shown whole. Those of the demo catalogue are shorter; a source may send a synopsis. */
const LINE_MAX = 200;

/** Returns the story as one line: whole, else its first sentence, else as many whole words as fit. */
export function storyLine(overview: string): string {
  const text = overview.trim();
  if (text.length <= LINE_MAX) return text;
  const sentence = /^.+?[.!?…](?=\s)/su.exec(text)?.[0];
  if (sentence !== undefined && sentence.length <= LINE_MAX) return sentence;
  const start = text.slice(0, LINE_MAX);
  return `${start.slice(0, Math.max(start.search(/\s\S*$/u), 0)).replace(/[,;:–—-]$/u, '')}…`;
}
