// The state of a thing as a shape: disc ok, diamond warning, square critical, ring off.
export function Dot({ state, label }: { state: 'ok' | 'warn' | 'crit' | 'off'; label: string }) {
  return <span className={`dot ${state}`} role="img" aria-label={label} />;
}
