/**
 * The one limit of a journey and of every wait in it, in milliseconds, so that a journey is as patient as the machine is
 * busy. It only stops one that hangs.
 */
export const LIMIT_MS = 900_000;
