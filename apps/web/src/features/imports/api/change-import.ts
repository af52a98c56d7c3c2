import type { Import } from '@marquee/contracts';
import type { CallInput } from '@marquee/contracts/client';
import { api } from '#src/lib/http/api.ts';

/** The chosen match for each title of an import, by title id. A title with null is not imported. */
export type Choices = Readonly<Record<number, number | null>>;

export async function confirmImport(id: number, choices: Choices): Promise<Import> {
  const list = Object.entries(choices).map(([title, medium_id]) => ({ id: Number(title), medium_id }));
  const reply = await api('POST /api/v1/user/imports/{id}/confirm', {
    params: { id },
    body: { choices: list },
  });
  return reply.import;
}

/** How a file is to be read: whose entries, as whose export, as what, and on which scale. */
export type Reading = CallInput<'PATCH /api/v1/user/imports/{id}'>['body'];

export async function readAgain(id: number, body: Reading): Promise<Import> {
  return (await api('PATCH /api/v1/user/imports/{id}', { params: { id }, body })).import;
}

export async function undoImport(id: number): Promise<Import> {
  return (await api('POST /api/v1/user/imports/{id}/undo', { params: { id } })).import;
}
