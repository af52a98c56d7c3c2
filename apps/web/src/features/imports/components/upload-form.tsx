import type { Import } from '@marquee/contracts';
import { IMPORT_FILE_BYTES } from '@marquee/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { plainMessageOf } from '#src/lib/http/errors.ts';
import { uploadImport } from '../api.ts';
import { type Chosen, FORM_SOURCES } from '../sources.ts';
import css from './imports.module.css';
import { WorkProgress } from './work-progress.tsx';

/** The form for a new import: the other service and its file, whose upload starts when it is chosen. */
export function UploadForm({ onUploaded }: { onUploaded: (uploaded: Import) => void }) {
  const id = useId();
  const [source, setSource] = useState<Chosen>('any');
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (given: { source: Chosen; file: File }) => uploadImport(given, setShare),
    onSuccess: onUploaded,
  });
  const chosen = FORM_SOURCES.find(({ value }) => value === source);

  const start = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    const refused = file.size > IMPORT_FILE_BYTES;
    setIsTooLarge(refused);
    upload.reset();
    if (!refused) upload.mutate({ source, file });
  };

  return (
    <div className="stack gap-5">
      <Select label="Service" stacked choices={FORM_SOURCES} value={source} onChange={setSource} />
      <p id={`${id}-where`} className={css.where}>
        {chosen?.where}
      </p>
      <div className={`stack gap-2 ${css.file}`}>
        <label htmlFor={id}>File</label>
        <input
          id={id}
          type="file"
          accept={chosen?.accept}
          aria-describedby={`${id}-where ${id}-note`}
          aria-invalid={isTooLarge}
          disabled={upload.isPending}
          onClick={({ currentTarget }) => {
            // Otherwise the browser would not report that the same file is chosen again.
            currentTarget.value = '';
          }}
          onChange={({ currentTarget }) => start(currentTarget.files?.[0])}
        />
        <p id={`${id}-note`} className={css.note}>
          The upload starts when you choose the file. Nothing changes before you have seen a preview and
          confirmed it.
        </p>
      </div>
      <FormNotice
        failure={
          isTooLarge
            ? 'This file is too large. The limit is 50 MB.'
            : upload.error
              ? plainMessageOf(upload.error)
              : undefined
        }
      />
      {upload.isError && (
        <div>
          <Button onClick={() => upload.mutate(upload.variables)}>Try again</Button>
        </div>
      )}
      {upload.isPending && <WorkProgress label="Uploading" percent={Math.round(share * 100)} />}
    </div>
  );
}
