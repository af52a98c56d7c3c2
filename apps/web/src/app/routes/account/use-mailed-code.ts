import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Sends the code of a mailed link after the page opens, so that no mail scanner uses the code.
 * `code` is null when the address has no code.
 */
export function useMailedCode(send: (code: string) => Promise<void>) {
  const [params] = useSearchParams();
  const code = params.get('code');
  const sent = useMutation({ mutationFn: send });
  const begun = useRef(false);
  const { mutate } = sent;
  useEffect(() => {
    if (code === null || begun.current) return;
    begun.current = true;
    mutate(code);
  }, [code, mutate]);
  return { code, error: sent.error, isDone: sent.isSuccess, retry: () => code !== null && mutate(code) };
}
