/** Wrong variables, one line each, starting with the name. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}
