// Chooses a few guests for each run, so that every guest is chosen once per round, in the order of vmids.

export interface Rotation {
  everyMs: number;
  /** The duration of a full round, for any number of guests. */
  roundMs: number;
  /** The maximum number in one run, even if the round then takes longer. */
  most: number;
}

export function createRotation({
  everyMs,
  roundMs,
  most,
}: Rotation): <G extends { vmid: number }>(guests: readonly G[]) => G[] {
  let last = 0;
  return (guests) => {
    const sorted = guests.toSorted((a, b) => a.vmid - b.vmid);
    const share = Math.min(most, Math.ceil((sorted.length * everyMs) / roundMs));
    const turn = [...sorted.filter((g) => g.vmid > last), ...sorted].slice(0, Math.min(share, sorted.length));
    last = turn.at(-1)?.vmid ?? 0;
    return turn;
  };
}
