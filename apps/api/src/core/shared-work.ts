import { type Asker, askedBy, currentAsker } from './asker.ts';

interface Run<T> {
  result: Promise<T>;
  askers: (Asker | null)[];
}

/** Returns a function whose simultaneous callers with one name share one run, which goes on as long as one of them waits. */
export function createSharedWork<T>() {
  const runs = new Map<string, Run<T>>();

  function begin(name: string, asker: Asker | null, work: () => Promise<T>): Promise<T> {
    const askers = [asker];
    const all: Asker | null = asker && {
      ...asker,
      get isMember() {
        return askers.some((each) => each?.isMember ?? false);
      },
      hasLeft: () => askers.every((each) => each?.hasLeft() ?? false),
    };
    const result = (all ? askedBy(all, work) : work()).finally(() => runs.delete(name));
    runs.set(name, { result, askers });
    return result;
  }

  return (name: string, work: () => Promise<T>): Promise<T> => {
    const asker = currentAsker();
    const known = runs.get(name);
    if (known === undefined) return begin(name, asker, work);
    known.askers.push(asker);
    return known.result;
  };
}
