// The state of a thing as a shape: disc ok, diamond warning, square critical, ring off. No label: words beside it say it.
export function Dot({ state, label }: { state: 'ok' | 'warn' | 'crit' | 'off'; label: string }) {
  if (label === '') return <span className={`dot ${state}`} aria-hidden />;
  return <span className={`dot ${state}`} role="img" aria-label={label} />;
}
