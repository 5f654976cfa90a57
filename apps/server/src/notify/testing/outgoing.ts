// Requests and connections of notifications, for tests with servers on loopback.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { parseNetworks } from '../../lib/networks.ts';
import { createOutgoing, type Outgoing } from '../../lib/outgoing/outgoing.ts';

export function everythingAllowed(): Outgoing {
  const loopback = parseNetworks('127.0.0.0/8');
  if (!loopback.ok) throw new Error(loopback.error);
  return createOutgoing({ allowPrivate: () => true, named: loopback.value, clock: systemClock });
}

/** Until the test ends, this certificate is one of the trusted authorities, as an administrator would add it to the system. */
export function trust(cert: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}
