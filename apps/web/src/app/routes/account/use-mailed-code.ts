import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The code of a mailed link, and a function for the button that sends it. Opening the page sends nothing, because mail
 * scanners open links in real browsers. `code` is null when the address has no code.
 */
export function useMailedCode(send: (code: string) => Promise<void>) {
  const [params] = useSearchParams();
  const code = params.get('code');
  // The second click of a double click comes before the button is drawn as busy, and a code works once.
  const isOut = useRef(false);
  const sent = useMutation({
    mutationFn: send,
    onSettled: () => {
      isOut.current = false;
    },
  });
  return {
    code,
    error: sent.error,
    isDone: sent.isSuccess,
    isSending: sent.isPending,
    send: () => {
      if (code === null || isOut.current) return;
      isOut.current = true;
      sent.mutate(code);
    },
  };
}
