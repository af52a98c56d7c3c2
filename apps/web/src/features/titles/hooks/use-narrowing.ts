import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NARROWING_NAMES, type Narrowing, readNarrowing } from '../narrowing.ts';
import { useChangeAddress } from './use-address-value.ts';

/** Returns the narrowing of the address, and a function that changes parts of it. A part that is undefined is removed. */
export function useNarrowing() {
  const [params] = useSearchParams();
  const text = NARROWING_NAMES.map((name) => params.get(name) ?? '').join('\n');
  // Keeps the same object while the parts are equal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` holds the parts of `params` that count
  const narrowing = useMemo(() => readNarrowing(params), [text]);
  const change: (next: { [name in keyof Narrowing]: Narrowing[name] | undefined }) => void =
    useChangeAddress();
  return {
    narrowing,
    isNarrowed: Object.keys(narrowing).length > 0,
    change,
    clear: () => change(Object.fromEntries(NARROWING_NAMES.map((name) => [name, undefined]))),
  };
}
