import { z } from 'zod';
import * as texts from './texts.ts';

/** Every error code and its status (docs/api.md#errors). No other file lists the codes. */
export const ERROR_STATUS = {
  bad_request: 400,
  bad_signature: 400,
  unauthorized: 401,
  subscription_required: 402,
  forbidden: 403,
  scope_missing: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  not_permitted: 422,
  invalid_credentials: 422,
  account_disabled: 422,
  bot_check_failed: 422,
  email_not_found: 422,
  wrong_password: 422,
  password_needed: 422,
  invalid_code: 422,
  limit_reached: 422,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The messages of errors without a more specific message. */
export const ERROR_MESSAGES: Record<ErrorCode, string> = {
  bad_request: 'This request could not be read. Please send valid JSON.',
  bad_signature: 'The signature of this message is not valid.',
  unauthorized: 'Please log in to continue.',
  subscription_required: 'Please choose a plan to continue.',
  forbidden: 'This account has been disabled. Please contact support.',
  scope_missing: 'This key lacks the scope that the call needs.',
  not_found: 'We could not find what you asked for.',
  conflict: 'Another change was saved first. Please reload and try again.',
  too_large: 'This is too much to send at once. Please send less.',
  unsupported_media_type: 'Please send this as application/json.',
  invalid: 'Please check the marked fields and try again.',
  not_permitted: 'You are not allowed to do this.',
  invalid_credentials: 'Invalid email or password.',
  account_disabled: 'This account has been disabled. Please contact support.',
  bot_check_failed: 'The check that you are not a robot failed. Please try again.',
  email_not_found: texts.emailNotFound,
  wrong_password: texts.wrongPassword,
  password_needed: 'Please confirm your password to continue.',
  invalid_code: 'This code is no longer valid. Please request a new one.',
  limit_reached: 'This is more than one account can have.',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  internal_error: 'Something went wrong on our side. Please try again.',
  unavailable: 'This is not available right now. Please try again soon.',
};

export const FieldErrors = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof FieldErrors>;

/** The body of every error reply. Only `internal_error` has a `request_id`. */
export const ErrorBody = z.object({
  error: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  errors: FieldErrors.optional(),
  request_id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

function label(path: readonly PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === 'string') ?? 'value';
  const words = String(name)
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function amount(issue: { origin?: unknown }, limit: unknown): string {
  if (issue.origin === 'string') return `${limit} characters`;
  if (issue.origin === 'array') return `${limit} entries`;
  return String(limit);
}

/** Replaces the messages of Zod, which must not reach the client. A message in a schema takes precedence. */
z.config({
  customError: (issue) => {
    const name = label(issue.path);
    switch (issue.code) {
      case 'invalid_type':
        if (issue.input === undefined || issue.input === null) return `${name} is required`;
        return `${name} must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected === 'int' ? 'whole number' : issue.expected}`;
      case 'too_small':
        return `${name} must have at least ${amount(issue, issue.minimum)}`;
      case 'too_big':
        return `${name} must have at most ${amount(issue, issue.maximum)}`;
      case 'invalid_value':
        return `${name} must be one of ${issue.values.map(String).join(', ')}`;
      default:
        return `${name} is invalid`;
    }
  },
});

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/**
 * Turns schema issues into field errors. Bodies wrap their fields in one object, such as `{ user: { email }
 * }`.
 */
export function toFieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    // The field is the second name in a path, or the only name. An index is skipped.
    const field = path.slice(1, 3).find((part) => typeof part === 'string') ?? String(path[0] ?? 'body');
    const sentences = errors[field] ?? [];
    if (!sentences.includes(message)) errors[field] = [...sentences, message];
  }
  return errors;
}
