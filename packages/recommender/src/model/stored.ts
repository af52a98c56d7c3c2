import type { ModelMeta, StoredArray, StoredModel } from './types.ts';

/** Version of the layout of stored models. Raise it when a loader could misread an older layout. */
export const FORMAT = 1;

/** Describes the arrays by name, type and length, in the order in which `encodeModel` writes them. */
export function describeArrays(arrays: StoredModel['arrays']): StoredArray[] {
  return Object.entries(arrays).map(([name, data]) => ({
    name,
    type: data instanceof Float32Array ? 'f32' : 'i32',
    length: data.length,
  }));
}

/**
 * Concatenates all arrays with four bytes per number, little-endian. Does not include `meta`, which is stored
 * as JSON.
 */
export function encodeModel(stored: StoredModel): Uint8Array<ArrayBuffer> {
  const total = stored.meta.arrays.reduce((sum, a) => sum + a.length, 0);
  const bytes = new Uint8Array(4 * total);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { name, type } of stored.meta.arrays) {
    for (const x of stored.arrays[name]) {
      if (type === 'f32') view.setFloat32(at, x, true);
      else view.setInt32(at, x, true);
      at += 4;
    }
  }
  return bytes;
}

/**
 * Restores a stored model from its metadata and the bytes of `encodeModel`.
 * @throws RangeError when the format is unknown or the number of bytes is wrong.
 */
export function decodeModel(meta: ModelMeta, bytes: Uint8Array): StoredModel {
  if (meta.format !== FORMAT) throw new RangeError(`model format ${meta.format} is not ${FORMAT}`);
  const total = meta.arrays.reduce((sum, a) => sum + a.length, 0);
  if (bytes.byteLength !== 4 * total) {
    throw new RangeError(`a model of ${4 * total} bytes came with ${bytes.byteLength}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const arrays: Record<string, Float32Array | Int32Array> = {};
  let at = 0;
  for (const { name, type, length } of meta.arrays) {
    const data = type === 'f32' ? new Float32Array(length) : new Int32Array(length);
    for (let k = 0; k < length; k++, at += 4) {
      data[k] = type === 'f32' ? view.getFloat32(at, true) : view.getInt32(at, true);
    }
    arrays[name] = data;
  }
  return { meta, arrays };
}

/**
 * Returns typed access to a stored model's arrays. Throws RangeError when an array is missing or has another
 * type.
 */
export function arraysOf(stored: StoredModel): {
  floats(name: string): Float32Array;
  ints(name: string): Int32Array;
} {
  const missing = (name: string): never => {
    throw new RangeError(`the stored model has no array "${name}"`);
  };
  return {
    floats: (name) => {
      const data = stored.arrays[name];
      return data instanceof Float32Array ? data : missing(name);
    },
    ints: (name) => {
      const data = stored.arrays[name];
      return data instanceof Int32Array ? data : missing(name);
    },
  };
}
