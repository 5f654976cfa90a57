// The addresses of one cluster: which one is used, which ones failed, and when a failed one is tried again.
import { backoffMs } from '@belfry/domain/backoff';
import type { Result } from '@belfry/domain/result';
import { inEnglish } from '@belfry/domain/sentences/english';
import type { EndpointStatus } from '@belfry/schema/entities/instance';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Sentence, Value } from '@belfry/schema/sentences/sentence';
import type { Cancel, Clock } from '../../lib/clock.ts';
import type { Trust } from '../../lib/http-client.ts';

export interface HostEndpoint {
  origin: string;
  trust: Trust;
}
/** A member whose certificate is not known. No call is sent to it. */
export interface Unprovable {
  origin: string;
  reason: Sentence;
}

const FIRST_PROBE_MS = 10_000;
const LAST_PROBE_MS = 300_000;

/** 10, 20, 40 … 300 s after the first, second, third … failure in a row. */
export const probeDelay = (failures: number): number => backoffMs(failures, FIRST_PROBE_MS, LAST_PROBE_MS);

export interface Endpoints {
  /**
   * The address to use: the first healthy one in order, so the main host is used again after it recovers. Undefined if
   * none is healthy.
   */
  pick(): HostEndpoint | undefined;
  /** The configured host. It is used when no address is healthy. */
  main: HostEndpoint;
  worked(origin: string): void;
  failed(origin: string): void;
  /** Sets the members of the cluster other than the main host, in the order of use. */
  setMembers(members: readonly (HostEndpoint | Unprovable)[]): void;
  trust(origin: string): Trust;
  statuses(): readonly EndpointStatus[];
  close(): void;
}

interface Entry {
  endpoint: HostEndpoint;
  healthy: boolean;
  /**
   * True after it answered as a member, with the certificate of that member. Until then no other call is sent to it.
   */
  proven: boolean;
  failures: number;
  /** Why the last probe failed. */
  trouble?: Value;
  cancel: Cancel;
}

/** `probe` makes a call that shows whether an address is the expected member. It never throws. */
export function createEndpoints(
  main: HostEndpoint,
  probe: (origin: string) => Promise<Result<unknown, SourceError>>,
  clock: Clock,
): Endpoints {
  const entry = (endpoint: HostEndpoint, healthy: boolean): Entry => ({
    endpoint,
    healthy,
    proven: healthy,
    failures: 0,
    cancel: () => {},
  });
  const first = entry(main, true);
  let others: Entry[] = [];
  let unprovable: Unprovable[] = [];
  let closed = false;
  const all = () => [first, ...others];
  const find = (origin: string) => all().find((e) => e.endpoint.origin === origin);

  const probeIn = (ms: number, subject: Entry): void => {
    subject.cancel();
    if (!closed) subject.cancel = clock.after(ms, () => check(subject));
  };
  async function check(subject: Entry): Promise<void> {
    const answer = await probe(subject.endpoint.origin);
    if (!all().includes(subject)) return;
    if (answer.ok) return worked(subject.endpoint.origin);
    subject.trouble = answer.error.sentence ?? answer.error.message;
    fail(subject);
  }
  function fail(subject: Entry): void {
    subject.healthy = false;
    subject.failures++;
    // If there is no other address, the next poll tries the host again.
    if (others.length > 0) probeIn(probeDelay(subject.failures), subject);
  }
  function worked(origin: string): void {
    const subject = find(origin);
    if (!subject) return;
    if (!subject.healthy) subject.cancel();
    Object.assign(subject, { healthy: true, proven: true, failures: 0 });
  }
  /** Calls that were open at the same time fail together. They count as one failure. */
  function failed(origin: string): void {
    const subject = find(origin);
    if (subject?.healthy) fail(subject);
  }
  /** A member keeps its state while its certificate is the same. With another certificate it must be verified again. */
  function follow(member: HostEndpoint): Entry {
    const known = others.find((e) => e.endpoint.origin === member.origin);
    return known && sameTrust(known.endpoint.trust, member.trust) ? known : entry(member, false);
  }
  const status = ({ endpoint: { origin }, proven, healthy, trouble }: Entry): EndpointStatus[] => {
    if (proven) return [{ host: origin, healthy }];
    return trouble === undefined ? [] : [unproven(origin, trouble)];
  };

  return {
    main,
    pick: () => all().find((e) => e.healthy)?.endpoint,
    worked,
    failed,
    setMembers(members) {
      unprovable = members.filter((member) => 'reason' in member);
      const kept = members.filter((member) => 'trust' in member).map(follow);
      for (const gone of others.filter((e) => !kept.includes(e))) gone.cancel();
      const added = kept.filter((e) => !others.includes(e));
      others = kept;
      for (const guess of added) probeIn(0, guess);
    },
    // An address that was removed in the meantime is not a member any more, so only a certificate authority can verify
    // it.
    trust: (origin) => find(origin)?.endpoint.trust ?? { mode: 'verify' },
    statuses: () => [...all().flatMap(status), ...unprovable.map(({ origin, reason }) => unproven(origin, reason))],
    close() {
      closed = true;
      for (const e of all()) e.cancel();
    },
  };
}

function unproven(host: string, reason: Value): EndpointStatus {
  const { message, sentence } = inEnglish({ id: 'member.unproven', values: { host, reason } });
  return { host, healthy: false, unproven: message, sentence };
}

const sameTrust = (a: Trust, b: Trust): boolean =>
  a.mode === b.mode && (a.mode !== 'pinned' || (b.mode === 'pinned' && a.fingerprint === b.fingerprint));
