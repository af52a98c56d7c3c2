import type { Caller } from '#src/http/authentication.ts';
import type { ExportRepository } from './export.repository.ts';

interface Dependencies {
  repos: { exports: ExportRepository };
}

/** `createdAt` → `created_at` at every depth; dates become ISO 8601. */
function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      toWire(inner),
    ]),
  );
}

export const createExportService = ({ repos }: Dependencies) => ({
  /** Everything stored about the caller except secrets (hashes of passwords and codes). */
  async exportUser({ userId }: Pick<Caller, 'userId'>): Promise<Record<string, unknown>> {
    const user = await repos.exports.get(userId);
    return { exported_at: new Date().toISOString(), user: toWire(user) };
  },
});

export type ExportService = ReturnType<typeof createExportService>;
