export interface Once<T> {
  /** Runs `load` with the first call and returns the same result to every call. */
  (): Promise<T>;
  /**
   * Returns the result of the load that runs or has succeeded. Undefined before the first call and after a
   * failure.
   */
  started(): Promise<T> | undefined;
}

/** Loads something with the first call. After a failure, the next call loads again. */
export function once<T>(load: () => Promise<T>): Once<T> {
  let loading: Promise<T> | undefined;
  const run = (): Promise<T> => {
    if (loading) return loading;
    const started = load();
    loading = started;
    started.catch(() => {
      if (loading === started) loading = undefined;
    });
    return started;
  };
  return Object.assign(run, { started: () => loading });
}
