/** The largest id the database can hold. */
const ID_MAX = 2_147_483_647;

/** Whether a part of an address can be an id at all: a positive whole number as the API writes it. */
export function isId(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= ID_MAX;
}
