import {
  ERROR_MESSAGES,
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
} from '@marquee/contracts';

interface Details {
  message?: string;
  errors?: FieldErrors;
  /** Delay before a retry in seconds, sent as header Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** The only error that services throw. Its code determines the status (packages/contracts/src/errors.ts). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERROR_MESSAGES[code], { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(): ErrorBody {
    return { error: this.code, message: this.message, ...(this.errors && { errors: this.errors }) };
  }
}

/** Creates an error with status 422 and one message for one field. */
export function fieldError(field: string, message: string): AppError {
  return new AppError('invalid', { errors: { [field]: [message] } });
}

/**
 * Thrown when a retry of the job cannot succeed. The job's outbox row becomes a dead letter at this attempt.
 */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/** Returns null instead of a refusal by a limit. */
export async function orNullIfTooMany<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isTooMany(error)) return null;
    throw error;
  }
}

/** Returns whether a limit refused the call. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'too_many_requests';
