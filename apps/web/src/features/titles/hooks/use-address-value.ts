import { useLocation, useSearchParams } from 'react-router-dom';

/**
 * Returns one parameter of the address and a function that changes the parameter in place. The value null
 * removes the parameter.
 */
export function useAddressValue(name: string): [string | null, (value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const write = (value: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, state, preventScrollReset: true },
    );
  return [params.get(name), write];
}
