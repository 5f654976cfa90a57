// For tests at another time: with BELFRY_TEST_NOW (a time as `Date` reads it, local without a zone), the clock of a test file begins
// there and goes on from there. Certificates are still checked at the real time, so it must be within months of now.
const wanted = process.env.BELFRY_TEST_NOW;

if (wanted) {
  const shift = Date.parse(wanted) - Date.now();
  if (Number.isNaN(shift)) throw new Error(`BELFRY_TEST_NOW is not a time: ${wanted}`);
  const now = () => RealDate.now() + shift;
  const RealDate = Date;
  // A proxy and not a class: dates that Node itself makes are instances of it too.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, maker) => Reflect.construct(target, given.length === 0 ? [now()] : given, maker),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
