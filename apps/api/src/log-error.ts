const DEPTH_MAX = 4;
const MESSAGE_MAX = 2_000;
const ADDRESS = /[^\s@<>"'`]+@[^\s@<>"'`]+/g;

/** The first two thousand characters, with `<address>` for every e-mail address. */
export const withoutAddresses = (text: string): string =>
  text.slice(0, MESSAGE_MAX).replace(ADDRESS, '<address>');

/** The frames of a stack; its first lines repeat the message. */
function framesOf(stack: string | undefined): string | undefined {
  const at = stack?.search(/^\s+at /m) ?? -1;
  return at < 0 ? undefined : stack?.slice(at);
}

/** Prisma's word for a mistake of ours quotes everything that was to be written; its last line says what was wrong. */
function messageOf(error: Error): string {
  const said =
    error.name === 'PrismaClientValidationError'
      ? (error.message.trim().split('\n').at(-1) ?? '')
      : error.message.trim();
  return withoutAddresses(said);
}

/**
 * An error as logs may hold it: what went wrong and where. Fields beside these are left out, since drivers put rows
 * there (PostgreSQL's "Failing row contains …"), and addresses are taken out of messages.
 */
export function toLoggedError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: messageOf(error),
    ...(code && { code }),
    stack: framesOf(error.stack),
    ...(error.cause !== undefined && depth < DEPTH_MAX && { cause: toLoggedError(error.cause, depth + 1) }),
  };
}
