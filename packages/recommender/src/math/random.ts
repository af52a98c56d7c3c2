/** A seeded stream of random numbers (Mulberry32): the same seed gives the same numbers on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
  /** Uniform integer in [0, n). */
  below(n: number): number;
}

export function seeded(seed: number): Random {
  let state = mix(seed | 0);
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    uniform,
    // Box–Muller transform. 1 - u is never 0, so the logarithm is finite.
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    below: (n) => Math.floor(uniform() * n),
  };
}

/** Returns a well-mixed 32-bit hash of an integer (murmur3's finalizer), as a signed integer. */
export function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Hashes a pair of integers and a seed to a number in [0, 1). The number is equal in every run, so every run
 * selects the same rows.
 */
export function hashed(a: number, b: number, seed: number): number {
  return (mix(mix(mix(seed) ^ a) + Math.imul(b, 0x9e3779b1)) >>> 0) / 4294967296;
}
