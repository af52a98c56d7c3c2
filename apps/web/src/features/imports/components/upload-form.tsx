import type { Import } from '@marquee/contracts';
import { IMPORT_FILE_BYTES } from '@marquee/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { plainMessageOf } from '#src/lib/http/errors.ts';
import { uploadImport } from '../api/upload-import.ts';
import { type Chosen, FORM_SOURCES } from '../sources.ts';
import css from './imports.module.css';
import { WorkProgress } from './work-progress.tsx';

/** The form for a new import: the other service and its file. */
export function UploadForm({ onUploaded }: { onUploaded: (uploaded: Import) => void }) {
  const id = useId();
  const [source, setSource] = useState<Chosen>('any');
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<string>();
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (given: { source: Chosen; file: File }) => uploadImport(given, setShare),
    onSuccess: onUploaded,
  });
  const chosen = FORM_SOURCES.find(({ value }) => value === source);

  const submit = () => {
    const problem =
      file === null
        ? 'Please choose a file.'
        : file.size > IMPORT_FILE_BYTES
          ? 'This file is too large. The limit is 50 MB.'
          : undefined;
    setMissing(problem);
    if (file && !problem) upload.mutate({ source, file });
  };

  return (
    <Form label="Import" onSubmit={submit}>
      <Select label="Service" stacked choices={FORM_SOURCES} value={source} onChange={setSource} />
      <p id={`${id}-where`} className={css.where}>
        {chosen?.where}
      </p>
      <div className={css.file}>
        <label htmlFor={id}>File</label>
        <input
          id={id}
          type="file"
          accept={chosen?.accept}
          aria-describedby={`${id}-where`}
          aria-invalid={missing !== undefined}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            setMissing(undefined);
          }}
        />
      </div>
      <FormNotice failure={missing ?? (upload.error ? plainMessageOf(upload.error) : undefined)} />
      {upload.isPending && <WorkProgress label="Uploading" percent={Math.round(share * 100)} />}
      <div>
        <Button type="submit" variant="primary" busy={upload.isPending}>
          Upload
        </Button>
      </div>
      <p className={css.note}>Nothing changes before you have seen a preview and confirmed it.</p>
    </Form>
  );
}
