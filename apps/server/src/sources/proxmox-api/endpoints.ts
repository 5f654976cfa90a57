// The addresses of one cluster: which one is used, which ones failed, and when a failed one is tried again.
import type { EndpointStatus } from '@belfry/schema/entities/instance';
import type { Cancel, Clock } from '../../lib/clock.ts';
import type { Trust } from '../../lib/http-client.ts';

export interface Endpoint {
  origin: string;
  trust: Trust;
}

const FIRST_PROBE_MS = 10_000;
const LAST_PROBE_MS = 300_000;

/** 10, 20, 40 … 300 s after the first, second, third … failure in a row. */
export const probeDelay = (failures: number): number => Math.min(FIRST_PROBE_MS * 2 ** (failures - 1), LAST_PROBE_MS);

export interface Endpoints {
  /** The address to use: the first healthy one in order, so a healed main host is used again. None healthy: undefined. */
  pick(): Endpoint | undefined;
  /** The configured host: what is left to try when nothing is healthy. */
  main: Endpoint;
  worked(origin: string): void;
  failed(origin: string): void;
  /** The members of the cluster besides the main host, in the order they are to be used. */
  setMembers(members: readonly Endpoint[]): void;
  trust(origin: string): Trust;
  statuses(): readonly EndpointStatus[];
  close(): void;
}

interface Entry {
  endpoint: Endpoint;
  healthy: boolean;
  /** An address that never answered is a guess (a quorum device, a network we cannot reach), not a part of us. */
  proven: boolean;
  failures: number;
  cancel: Cancel;
}

/** `probe` asks one address whether it works; it never throws. */
export function createEndpoints(main: Endpoint, probe: (origin: string) => Promise<boolean>, clock: Clock): Endpoints {
  const entry = (endpoint: Endpoint, healthy: boolean): Entry => ({
    endpoint,
    healthy,
    proven: healthy,
    failures: 0,
    cancel: () => {},
  });
  const first = entry(main, true);
  let others: Entry[] = [];
  let closed = false;
  const all = () => [first, ...others];
  const find = (origin: string) => all().find((e) => e.endpoint.origin === origin);

  const probeIn = (ms: number, subject: Entry): void => {
    subject.cancel();
    if (!closed) subject.cancel = clock.after(ms, () => check(subject));
  };
  async function check(subject: Entry): Promise<void> {
    const works = await probe(subject.endpoint.origin);
    if (!all().includes(subject)) return;
    if (works) worked(subject.endpoint.origin);
    else fail(subject);
  }
  function fail(subject: Entry): void {
    subject.healthy = false;
    subject.failures++;
    // A host without siblings is tried again by whoever polls it.
    if (others.length > 0) probeIn(probeDelay(subject.failures), subject);
  }
  function worked(origin: string): void {
    const subject = find(origin);
    if (!subject) return;
    if (!subject.healthy) subject.cancel();
    Object.assign(subject, { healthy: true, proven: true, failures: 0 });
  }
  /** Calls that were under way together fail together: that is one failure. */
  function failed(origin: string): void {
    const subject = find(origin);
    if (subject?.healthy) fail(subject);
  }

  return {
    main,
    pick: () => all().find((e) => e.healthy)?.endpoint,
    worked,
    failed,
    setMembers(members) {
      const kept = members.map((member) => {
        const known = others.find((e) => e.endpoint.origin === member.origin);
        if (known) known.endpoint = member;
        return known ?? entry(member, false);
      });
      for (const gone of others.filter((e) => !kept.includes(e))) gone.cancel();
      others = kept;
      for (const guess of kept) if (!guess.proven && guess.failures === 0) probeIn(0, guess);
    },
    trust: (origin) => find(origin)?.endpoint.trust ?? main.trust,
    statuses: () =>
      all()
        .filter((e) => e.proven)
        .map((e) => ({ host: e.endpoint.origin, healthy: e.healthy })),
    close() {
      closed = true;
      for (const e of all()) e.cancel();
    },
  };
}
