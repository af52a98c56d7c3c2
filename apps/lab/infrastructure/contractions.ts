// Finds statements of a migration that break a running process of the previous version.

/** With this line a migration states that the previous version does not use the removed parts. */
const CONTRACT = /^-- contract: unused since v\d+\.\d+\.\d+$/m;

const BREAKING: [what: string, pattern: RegExp][] = [
  ['DROP TABLE', /\bDROP\s+TABLE\b/i],
  ['DROP COLUMN', /\bDROP\s+COLUMN\b/i],
  ['DROP DEFAULT', /\bDROP\s+DEFAULT\b/i],
  ['RENAME', /\bRENAME\b/i],
  // A prepared statement of a running process fails when the type of its result changes.
  ['a new column type', /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i],
];
const NEW_COLUMN = /\bADD\s+COLUMN\b[^,;]*/gi;
const NOT_NULL = /\bALTER\s+COLUMN\s+(\S+)\s+SET\s+NOT\s+NULL\b/gi;

/** Returns the statements without comments, texts, function bodies and parts in parentheses. */
function skeletonOf(sql: string): string {
  let text = sql
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''");
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '');
  }
  return text;
}

/**
 * Returns the breaking changes of a migration, or no change when the migration has the line `-- contract: …`.
 */
export function findContractions(sql: string): string[] {
  if (CONTRACT.test(sql)) return [];
  const text = skeletonOf(sql);
  const found = BREAKING.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
  const isRequired = ([column]: RegExpMatchArray) =>
    /\bNOT\s+NULL\b/i.test(column) && !/\b(DEFAULT|GENERATED|(BIG|SMALL)?SERIAL)\b/i.test(column);
  if ([...text.matchAll(NEW_COLUMN)].some(isRequired)) found.push('a column NOT NULL without a default');
  for (const [, column = ''] of text.matchAll(NOT_NULL)) {
    const hasDefault = text.toLowerCase().includes(`alter column ${column.toLowerCase()} set default`);
    if (!hasDefault) found.push(`SET NOT NULL of ${column} without a default`);
  }
  return found;
}
