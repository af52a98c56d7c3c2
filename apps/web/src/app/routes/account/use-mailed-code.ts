import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

/**
 * The code of a mailed link, and a function for the button that sends it. Opening the page sends nothing, because mail
 * scanners open links in real browsers. `code` is null when the address has no code.
 */
export function useMailedCode(send: (code: string) => Promise<void>) {
  const [params] = useSearchParams();
  const code = params.get('code');
  const sent = useMutation({ mutationFn: send });
  return {
    code,
    error: sent.error,
    isDone: sent.isSuccess,
    isSending: sent.isPending,
    send: () => code !== null && sent.mutate(code),
  };
}
