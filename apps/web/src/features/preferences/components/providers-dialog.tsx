import * as texts from '@marquee/contracts/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { providersQuery, saveProviders } from '../api.ts';
import { ProvidersPicker } from './providers-picker.tsx';

/** Selects the user's streaming services; all are saved together. */
export function ProvidersDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { data, error: loadError } = useQuery(providersQuery);
  const [picked, setPicked] = useState<Set<number> | null>(null);
  const chosen = picked ?? new Set(data?.user_medium_provider_ids);
  const save = useMutation({ mutationFn: () => saveProviders([...chosen]), onSuccess: onSaved });
  const error = save.error ?? loadError;
  const { failure } = useFormErrors(error, texts.unknownProviders);

  return (
    <Dialog title="Your streaming services" onClose={onClose} size="wide">
      <Form label="Streaming services" onSubmit={() => data && !save.isPending && save.mutate()}>
        {data ? (
          <div>
            <ProvidersPicker services={data.medium_providers} chosen={chosen} onChange={setPicked} />
          </div>
        ) : (
          !loadError && <Skeleton height="19rem" />
        )}
        <FormNotice failure={failure} />
        <DialogChoice busy={save.isPending} disabled={!data} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
