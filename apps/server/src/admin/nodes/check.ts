// Tests a host: is it the expected product, does it accept the credentials, and what do they allow us to read?
import { isIP } from 'node:net';
import { fail, ok, type Result } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import { kinds } from '@belfry/schema/config/kinds';
import { Name, type NodeConfig } from '@belfry/schema/config/node';
import type { HostCertificate } from '@belfry/schema/http/host-certificate';
import type { NodeTest } from '@belfry/schema/http/nodes';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Cluster, Connect } from '../../config/host.ts';
import type { Registration } from '../../config/registration.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { readCertificate } from '../../lib/host-certificate.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { normalizeRegistration } from './normalize.ts';

/** The certificate that a host shows: to the collector of its site, or to this server. `origin`: `https://host:port`. */
export type CertificateOf = (site: string | undefined, origin: string) => Promise<Result<HostCertificate, Sentence>>;

/** As this server sees it. */
export const certificateHere =
  (clock: Clock): CertificateOf =>
  async (_, origin) => {
    const read = await readCertificate(origin, clock);
    return read.ok ? read : fail(read.error.sentence);
  };

/** The time limit of the whole test with all its calls. */
export const TEST_MS = 10_000;

export const alreadyWatched = (name: string): Sentence => ({ id: 'node.clusterWatched', values: { name } });

/** `otherWith` names the instance that already has the cluster; then the test fails. */
export async function checkNode(
  config: NodeConfig,
  connect: Connect,
  clock: Clock,
  otherWith: (cluster: Cluster) => string | undefined = () => undefined,
): Promise<Answer<NodeTest>> {
  const { title, signIn } = kinds[config.type];
  if (signIn.by === 'account' && !signIn.token && config.tokenValue)
    return refuse('bad_request', { id: 'node.noTokens', values: { kind: title } });
  const over = new AbortController();
  const cancel = clock.after(TEST_MS, () => over.abort());
  const started = clock.monotonic();
  const connection = connect(config, over.signal);
  try {
    const tested = await connection.test(iso(clock.now()));
    if (!tested.ok) return refuse('bad_request', tested.error.sentence ?? otherWords(tested.error.message));
    const { test, cluster } = tested.value;
    const other = cluster && otherWith(cluster);
    if (other) return refuse('conflict', alreadyWatched(other));
    return ok({ status: 'success', ...test, latency: Math.round(clock.monotonic() - started) });
  } finally {
    cancel();
    await connection.close();
  }
}

/**
 * What the host calls its cluster or itself. The API of a backup server calls every machine "localhost", and its certificate has the name.
 * Undefined if the host does not tell, or does not answer.
 */
export async function nameOf(
  config: NodeConfig,
  connect: Connect,
  certificateOf: CertificateOf,
  clock: Clock,
): Promise<string | undefined> {
  const checked = await checkNode(config, connect, clock);
  if (!checked.ok) return undefined;
  const name = checked.value.name ?? (await nameInCertificate(config, certificateOf));
  return Name.min(1).safeParse(name).data;
}

async function nameInCertificate(
  { site, host }: NodeConfig,
  certificateOf: CertificateOf,
): Promise<string | undefined> {
  const certificate = await certificateOf(site, host);
  return certificate.ok ? firstLabel(certificate.value.subject) : undefined;
}

/** `CN=pbs1.home.lan, O=…` → `pbs1`. Undefined for a name of many hosts, for an address, and for what is no host. */
export function firstLabel(subject: string): string | undefined {
  const [, full = ''] = /^CN=([a-z\d.-]+)(?:,|$)/i.exec(subject) ?? [];
  const [label = ''] = full.split('.');
  return isIP(full) === 0 && label !== '' && label !== 'localhost' ? label : undefined;
}

/**
 * Whether a certificate authority that this machine trusts signed the certificate of the host. The answer of the host does not matter,
 * because TLS comes first.
 */
export async function hasTrustedCertificate(
  registration: Registration,
  connect: Connect,
  clock: Clock,
): Promise<boolean> {
  const config = normalizeRegistration({ ...registration, verifySSL: true });
  if (!config.ok) return false;
  const over = new AbortController();
  const cancel = clock.after(TEST_MS, () => over.abort());
  const connection = connect(config.value, over.signal);
  const tested = await connection.test(iso(clock.now())).finally(cancel);
  await connection.close();
  return tested.ok || !NO_ANSWER.has(tested.error.kind);
}

const NO_ANSWER: ReadonlySet<SourceError['kind']> = new Set(['unreachable', 'timeout', 'tls']);
