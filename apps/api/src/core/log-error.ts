const DEPTH_MAX = 4;
const MESSAGE_MAX = 2_000;
const ADDRESS = /[^\s@<>"'`]+@[^\s@<>"'`]+/g;

/** Cuts the text to MESSAGE_MAX characters and replaces each email address with `<address>`. */
export const withoutAddresses = (text: string): string =>
  text.slice(0, MESSAGE_MAX).replace(ADDRESS, '<address>');

/** Returns the frames of a stack without the first lines, which repeat the message. */
function framesOf(stack: string | undefined): string | undefined {
  const at = stack?.search(/^\s+at /m) ?? -1;
  return at < 0 ? undefined : stack?.slice(at);
}

/**
 * Returns the message without email addresses. Of a Prisma validation error, returns only the last line,
 * because the other lines quote all arguments of the call.
 */
function messageOf(error: Error): string {
  const said =
    error.name === 'PrismaClientValidationError'
      ? (error.message.trim().split('\n').at(-1) ?? '')
      : error.message.trim();
  return withoutAddresses(said);
}

/**
 * Converts an error for the log to message, stack and causes without addresses. Leaves out other fields,
 * because drivers store row values in these fields (PostgreSQL's "Failing row contains …").
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
