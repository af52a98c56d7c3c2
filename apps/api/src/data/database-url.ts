/** The variables with the addresses of the database. */
export interface DatabaseEnv {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | null;
}

/**
 * Returns the address for LISTEN, locks of a session and migrations, which need one server session. A pooler
 * in transaction mode may use another session for every transaction (docs/operations.md#pooler).
 */
export const directUrlOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseEnv): string =>
  DATABASE_DIRECT_URL ?? DATABASE_URL;
