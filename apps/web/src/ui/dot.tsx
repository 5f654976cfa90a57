// The state of a thing as a shape: a disc is ok, a diamond a warning, a square critical, a ring off, a pulsing ring
// waiting, a half disc not reached, a dashed ring the last known state. Without a label, the text beside it must name the state.
import type { Tone } from '@belfry/domain/status';

export type DotState = Tone | 'wait';

export function Dot({ state, label }: { state: DotState; label: string }) {
  if (label === '') return <span className={`dot ${state}`} aria-hidden />;
  return <span className={`dot ${state}`} role="img" aria-label={label} />;
}
