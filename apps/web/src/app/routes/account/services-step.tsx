import { SIGNUP_STEP } from '@marquee/contracts/constants';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { servicesQuery } from '#src/features/services/api/get-services.ts';
import { saveServices } from '#src/features/services/api/save-services.ts';
import { ServicesPicker } from '#src/features/services/components/services-picker.tsx';
import { patchSignupStep } from '#src/features/sign-up/api/patch-signup-step.ts';
import { allFieldErrors, messageOf } from '#src/lib/errors.ts';
import { setUser } from '#src/lib/session.ts';

/** Step 4: the services somebody has. Save sets signup_step 5, which ends the wizard. */
export function ServicesStep() {
  const navigate = useNavigate();
  const { data, error: loadError, refetch } = useQuery(servicesQuery);
  const [picked, setPicked] = useState<Set<number> | null>(null);
  const chosen = picked ?? new Set(data?.user_medium_provider_ids);
  const save = useMutation({
    mutationFn: async () => {
      await saveServices([...chosen]);
      return patchSignupStep(SIGNUP_STEP.complete);
    },
    onSuccess: (user) => {
      setUser(user);
      void navigate('/', { replace: true });
    },
  });
  const error = save.error ?? loadError;

  return (
    <Form label="Streaming services" onSubmit={() => data && !save.isPending && save.mutate()}>
      {data ? (
        <div>
          <ServicesPicker services={data.medium_providers} chosen={chosen} onChange={setPicked} />
        </div>
      ) : (
        !loadError && <Skeleton height="19rem" />
      )}
      <FormNotice
        failure={
          error
            ? (allFieldErrors(error) ?? messageOf(error, 'Unknown error trying to update providers'))
            : undefined
        }
      />
      {loadError && <Button onClick={() => void refetch()}>Try again</Button>}
      <Button type="submit" variant="primary" size="large" wide busy={save.isPending} disabled={!data}>
        Save
      </Button>
    </Form>
  );
}
