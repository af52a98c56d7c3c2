/** The order of day and month in `03/04/2020`. */
export type DateOrder = 'dmy' | 'mdy';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

/** What tools write for "unknown": the first moment that computers count from, east and west of Greenwich, and of tables. */
const UNKNOWN = ['1969-12-31', '1970-01-01', '1900-01-01'];
/** The time zone that is furthest ahead of UTC has a day for this long before UTC has it. */
const AHEAD_MS = 14 * 3_600_000;

function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || year > 2200 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return null;
  const iso = date.toISOString().slice(0, 10);
  return UNKNOWN.includes(iso) ? null : iso;
}

function parseNumeric(text: string, order: DateOrder): string | null {
  const match = NUMERIC.exec(text);
  if (!match) return null;
  const [first, second, written] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const isShort = match[4]?.length === 2;
  const year = !isShort ? written : written < 70 ? 2000 + written : 1900 + written;
  // Dates with dots begin with the day. A number over 12 is always the day.
  const isDayFirst = first > 12 || (second <= 12 && (match[2] === '.' || order === 'dmy'));
  return isDayFirst ? toDay(year, second, first) : toDay(year, first, second);
}

function parseNamed(text: string): string | null {
  const [, month = '', day, year] = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/i.exec(text) ?? [];
  if (year) return toDay(Number(year), MONTHS.indexOf(month.toLowerCase()) + 1, Number(day));
  const [, day2, month2 = '', year2] = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})/i.exec(text) ?? [];
  return year2 ? toDay(Number(year2), MONTHS.indexOf(month2.toLowerCase()) + 1, Number(day2)) : null;
}

/**
 * Returns the day as `YYYY-MM-DD`, or null, also for a date that means "unknown". Reads ISO 8601, numeric dates, English
 * months and Unix times.
 */
export function parseDay(value: string, order: DateOrder = 'mdy'): string | null {
  const text = value.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1_000).toISOString().slice(0, 10);
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString().slice(0, 10);
  return parseNumeric(text, order) ?? parseNamed(text);
}

const UNIX = /^(\d{9,10}|\d{12,13})$/;
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\s*(?:Z|UTC|[+-]\d\d:?\d\d)$/;

/**
 * Returns when a title was seen: the day, or the instant as ISO 8601 where the text names one. Only the instant has another
 * day in the member's time zone than in the file's (`mergeFacts`).
 */
export function parseView(value: string, order: DateOrder = 'mdy'): string | null {
  const text = value.trim();
  return UNIX.test(text) || ZONED.test(text) ? parseMoment(text, order) : parseDay(text, order);
}

/**
 * Returns the time as ISO 8601, or null. A missing zone means UTC, and a future time becomes the current time. A date
 * without a time becomes the beginning of its day in UTC, which stands for the day
 * (packages/contracts/src/days.ts), also for a day that has begun only further east.
 */
export function parseMoment(value: string, order: DateOrder = 'mdy', now = new Date()): string | null {
  const text = value.trim();
  const zoned = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?)\s*(Z|UTC|[+-]\d\d:?\d\d)?/.exec(
    text,
  );
  const day = parseDay(text, order);
  if (day === null) return null;
  const zone = zoned?.[3] && zoned[3] !== 'UTC' ? zoned[3].replace(/^([+-]\d\d)(\d\d)$/, '$1:$2') : 'Z';
  const exact = zoned
    ? Date.parse(`${zoned[1]}T${zoned[2]?.replace(/(\.\d{3})\d+$/, '$1')}${zone}`)
    : Number.NaN;
  const unix = /^\d{9,10}$/.test(text)
    ? Number(text) * 1_000
    : /^\d{12,13}$/.test(text)
      ? Number(text)
      : exact;
  if (!Number.isNaN(unix)) return new Date(Math.min(unix, now.getTime())).toISOString();
  const start = Date.parse(`${day}T00:00:00Z`);
  return new Date(start <= now.getTime() + AHEAD_MS ? start : now.getTime()).toISOString();
}

/**
 * Finds the order of day and month from all dates of a file. Numbers over 12 decide first, then the order of the rows.
 */
export function createOrderFinder() {
  let firstOver = 0;
  let secondOver = 0;
  const steps = { dmy: [0, 0], mdy: [0, 0] };
  const last = { dmy: '', mdy: '' };
  return {
    add(value: string): void {
      const match = NUMERIC.exec(value.trim());
      if (!match) return;
      if (Number(match[1]) > 12) firstOver++;
      if (Number(match[3]) > 12) secondOver++;
      for (const order of ['dmy', 'mdy'] as const) {
        const day = parseNumeric(value.trim(), order) ?? '';
        if (last[order] !== '' && day !== last[order]) {
          const at = day > last[order] ? 0 : 1;
          steps[order][at] = (steps[order][at] ?? 0) + 1;
        }
        last[order] = day;
      }
    },
    order(): DateOrder {
      if (firstOver !== secondOver) return firstOver > secondOver ? 'dmy' : 'mdy';
      // A history sorted by date is no longer sorted when day and month are exchanged.
      const disorder = (order: DateOrder) => Math.min(...steps[order]);
      return disorder('dmy') < disorder('mdy') ? 'dmy' : 'mdy';
    },
  };
}
