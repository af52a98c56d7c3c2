import { useLocation, useSearchParams } from 'react-router-dom';

type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Returns a function that changes parameters of the address in place. Null and undefined remove a parameter. */
export function useChangeAddress(): (values: Values) => void {
  const [, setParams] = useSearchParams();
  const { state } = useLocation();
  return (values) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === undefined) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: true, state, preventScrollReset: true },
    );
}

/** Returns one parameter of the address, and a function that changes it as `useChangeAddress` does. */
export function useAddressValue(name: string): [string | null, (value: string | null) => void] {
  const [params] = useSearchParams();
  const change = useChangeAddress();
  return [params.get(name), (value) => change({ [name]: value })];
}
