/** Arrays and objects inside each other, several times as many as a call or an export of Marquee has. */
export const JSON_LEVELS_MAX = 32;

interface ShapeLimits {
  /** Fields of one object. */
  fields: number;
  /** Fields, objects and arrays of the whole text together. */
  parts: number;
  /** Commas of the whole text: its values, nearly. */
  values: number;
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const UNLIMITED = { fields: Infinity, parts: Infinity, values: Infinity };

/**
 * Returns a function that takes the pieces of one JSON text in order, and returns whether one goes beyond
 * `JSON_LEVELS_MAX` or a limit. It runs before the parser, which takes much more time and memory for levels and names of
 * fields than for their characters.
 */
export function createShapeCheck(limits: ShapeLimits = UNLIMITED): (piece: string) => boolean {
  const { fields: fieldsMax, parts: partsMax, values: valuesMax } = limits;
  /** The number of fields of each open object or array. */
  const fields = new Uint32Array(JSON_LEVELS_MAX);
  let level = 0;
  let parts = 0;
  let values = 0;
  let isText = false;
  let isEscaped = false;
  return (piece) => {
    for (let at = 0; at < piece.length; at++) {
      const char = piece.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (char === QUOTE) isText = false;
        else if (char === BACKSLASH) isEscaped = true;
      } else if (char === QUOTE) isText = true;
      else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
        if (level >= JSON_LEVELS_MAX || ++parts > partsMax) return true;
        fields[level++] = 0;
      } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) level = Math.max(0, level - 1);
      else if (char === COLON && level > 0) {
        const count = (fields[level - 1] ?? 0) + 1;
        if (count > fieldsMax || ++parts > partsMax) return true;
        fields[level - 1] = count;
      } else if (char === COMMA && ++values > valuesMax) return true;
    }
    return false;
  };
}
