const DEPTH_MAX = 4;
const MESSAGE_MAX = 2_000;
const ADDRESS = /[^\s@<>"'`]+@[^\s@<>"'`]+/g;

/** Cuts the text to MESSAGE_MAX characters and replaces each email address with `<address>`. */
export const withoutAddresses = (text: string): string =>
  text.slice(0, MESSAGE_MAX).replace(ADDRESS, '<address>');

/** The frames of a stack, without its first lines, which repeat the message. */
function framesOf(stack: string | undefined): string | undefined {
  const at = stack?.search(/^\s+at /m) ?? -1;
  return at < 0 ? undefined : stack?.slice(at);
}

/** A validation error of Prisma quotes all arguments of the call; its last line has the cause. */
function messageOf(error: Error): string {
  const said =
    error.name === 'PrismaClientValidationError'
      ? (error.message.trim().split('\n').at(-1) ?? '')
      : error.message.trim();
  return withoutAddresses(said);
}

/**
 * An error for the log: message, stack and causes without addresses. Other fields are left out, since drivers store
 * row values there (PostgreSQL's "Failing row contains …").
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
