import type { Import } from '@marquee/contracts';
import { addressOf } from '@marquee/contracts/client';
import { uploadFile } from '#src/lib/http/upload.ts';
import type { Chosen } from '../sources.ts';

/** Uploads an export file. With `any`, the server recognizes the service. The server replies before it reads the file. */
export async function uploadImport(
  { source, file }: { source: Chosen; file: File },
  onProgress: (share: number) => void,
): Promise<Import> {
  const query = { ...(source !== 'any' && { source }), file_name: file.name.slice(-255) };
  return (await uploadFile(addressOf('POST /api/v1/user/imports', { query }), file, onProgress)).import;
}
