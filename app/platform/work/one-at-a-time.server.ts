/** Makes a runner that does the work of each key one after another in this process. */
export function createQueues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lastWork = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const next = () => work();
    const result = (lastWork.get(key) ?? Promise.resolve()).then(next, next);
    const forget = () => {
      if (lastWork.get(key) === result) lastWork.delete(key);
    };
    lastWork.set(key, result);
    result.then(forget, forget);
    return result;
  };
}
