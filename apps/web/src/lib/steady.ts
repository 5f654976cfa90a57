// Keeps a result the same object while it says the same, so that what reads it renders only when there is something new.

/** Calls `make` only when an argument is another object. As long as the results are `alike`, the first one is returned. */
export function steady<A extends readonly unknown[], R>(
  make: (...args: A) => R,
  alike: (a: R, b: R) => boolean,
): (...args: A) => R {
  let last: { args: A; result: R } | undefined;
  return (...args) => {
    if (last?.args.every((arg, place) => Object.is(arg, args[place]))) return last.result;
    const result = make(...args);
    last = { args, result: last && alike(last.result, result) ? last.result : result };
    return last.result;
  };
}
