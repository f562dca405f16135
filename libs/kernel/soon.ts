/** A value that is there, or will be. What is remembered is handed over at once: a promise for each would cost more. */
export type Soon<T> = T | Promise<T>;

/** Goes on with the value, at once where it is there. */
export const soon = <T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(next) : next(value);
