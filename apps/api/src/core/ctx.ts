/** The signed-in user of a call. Services take it first. */
export interface Ctx {
  userId: number;
}
