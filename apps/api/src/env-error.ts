/** Reports wrong environment variables. Each line of the message starts with the name of a variable. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}
