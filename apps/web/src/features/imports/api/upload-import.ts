import type { Import, ImportSource } from '@marquee/contracts';
import { addressOf } from '@marquee/contracts/client';
import { uploadFile } from '#src/lib/http/upload.ts';

/** Uploads an export; the reply comes before the file is read. */
export async function uploadImport(
  { source, file }: { source: ImportSource; file: File },
  onProgress: (share: number) => void,
): Promise<Import> {
  const query = { source, file_name: file.name.slice(-255) };
  return (await uploadFile(addressOf('POST /api/v1/user/imports', { query }), file, onProgress)).import;
}
