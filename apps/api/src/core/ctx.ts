/** The user of a call. Services take it first. */
export interface Ctx {
  userId: number;
  /** The personal key with which the user calls. Absent or null for a session. */
  key?: object | null;
}
