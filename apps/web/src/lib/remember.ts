// Keeps a result for as long as the objects live that it was made from. Facts are never changed in place, so it stays right.

export function remember<A extends object, B extends object, R>(make: (a: A, b: B) => R): (a: A, b: B) => R {
  const known = new WeakMap<A, WeakMap<B, { result: R }>>();
  return (a, b) => {
    let own = known.get(a);
    if (!own) {
      own = new WeakMap();
      known.set(a, own);
    }
    let entry = own.get(b);
    if (!entry) {
      entry = { result: make(a, b) };
      own.set(b, entry);
    }
    return entry.result;
  };
}
