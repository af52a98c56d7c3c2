import type { Import, ImportSource } from '@marquee/contracts';
import { addressOf } from '@marquee/contracts/client';
import { uploadFile } from '#src/lib/http/upload.ts';

/** Uploads an export file. The server replies before it reads the file. */
export async function uploadImport(
  { source, file }: { source: ImportSource; file: File },
  onProgress: (share: number) => void,
): Promise<Import> {
  const query = { source, file_name: file.name.slice(-255) };
  return (await uploadFile(addressOf('POST /api/v1/user/imports', { query }), file, onProgress)).import;
}
