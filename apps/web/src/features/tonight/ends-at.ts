const MINUTE_MS = 60_000;
/** Nobody starts at once, and a time to the minute would promise too much. */
const STEP_MS = 5 * MINUTE_MS;

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** Returns when a title that starts now ends: "until 22:40" as this device writes times. Null for an unknown length. */
export function endsAt(minutes: number | null, now = Date.now()): string | null {
  if (minutes === null || minutes <= 0) return null;
  return `until ${time.format(Math.ceil((now + minutes * MINUTE_MS) / STEP_MS) * STEP_MS)}`;
}
