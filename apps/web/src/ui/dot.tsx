// The state of a thing as a shape: disc ok, diamond warning, square critical, ring off, pulsing ring waiting. Without a
// label the words beside it say it.
export type DotState = 'ok' | 'warn' | 'crit' | 'off' | 'wait';

export function Dot({ state, label }: { state: DotState; label: string }) {
  if (label === '') return <span className={`dot ${state}`} aria-hidden />;
  return <span className={`dot ${state}`} role="img" aria-label={label} />;
}
