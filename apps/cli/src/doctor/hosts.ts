// Checks of what Belfry watches: what each host answered just now.
import { plainTypes } from '@belfry/schema/config/kinds';
import type { SourceErrorKind } from '@belfry/schema/entities/instance';
import type { DiagnosticsReply, HostDiagnosis } from '@belfry/schema/http/diagnostics';
import { type Finding, note, problem } from './finding.ts';

const cures: Readonly<Record<SourceErrorKind, string>> = {
  unreachable: 'Check that the host runs, that its address in the settings is right, and that no firewall is between.',
  timeout: 'Check the network to the host and its load.',
  tls: 'Its certificate is not the one you trusted, or no authority signed it. Compare it on the host, and trust it again in the settings.',
  auth: 'The token or password is refused. Make a new token on the host, and enter it in the settings.',
  forbidden: 'Give the account the role PVEAuditor (Audit on a backup server or mail gateway) on /.',
  'rate-limited': 'The host refuses so many calls. Poll it less often, or see who else calls it.',
  'bad-status': 'Look into the log of the host (journalctl -u pveproxy).',
  'bad-payload': 'Check that the address is that of the product, not of a proxy or another program.',
};
/** The clock of a host, seconds. */
const CLOCK_S = 60;

export function checkHosts(diagnostics: DiagnosticsReply): Finding[] {
  const hosts: HostDiagnosis[] = [...diagnostics.nodes, ...plainTypes.flatMap((type) => diagnostics[type])];
  const none = hosts.length === 0 && diagnostics.dockerHosts.length === 0;
  if (none) return [note('Belfry watches nothing yet.', 'Add a host in the settings.')];
  return [
    ...hosts.flatMap(checkHost),
    ...diagnostics.nodes.flatMap(checkVmDisks),
    ...diagnostics.dockerHosts.flatMap(checkDockerHost),
  ];
}

function checkHost({ name, host, connected, error, errorKind, gaps, droppedItems }: HostDiagnosis): Finding[] {
  if (!connected)
    return [
      problem(`${name} (${host}) does not answer: ${error ?? 'no reason given'}`, cures[errorKind ?? 'unreachable']),
    ];
  const missing = gaps.map(({ part, kind, message, needs }) =>
    needs === undefined
      ? problem(`${name}: ${part ?? 'a part'} cannot be read${message ? `: ${message}` : ''}.`, cures[kind])
      : problem(
          `${name}: ${part ?? 'a part'} cannot be read, because the account lacks ${needs}.`,
          `Give it the privilege ${needs}, for instance with the role PVEAuditor.`,
        ),
  );
  const dropped =
    droppedItems > 0
      ? [
          note(
            `${name}: ${droppedItems} items of its answers make no sense and are left out.`,
            'Report it with the file of Settings, Diagnostics, Export.',
          ),
        ]
      : [];
  return [...missing, ...dropped];
}

function checkVmDisks({ name, vmDiskCheck: { vmsFound, vmsWithAgent } }: DiagnosticsReply['nodes'][number]): Finding[] {
  const without = vmsFound - vmsWithAgent;
  return without > 0
    ? [
        note(
          `${name}: ${without} of ${vmsFound} running VMs have no guest agent, so the usage of their disks is unknown.`,
          'Install qemu-guest-agent in them, and switch it on in the options of the VM.',
        ),
      ]
    : [];
}

function checkDockerHost(host: DiagnosticsReply['dockerHosts'][number]): Finding[] {
  const { name, status, agentOutdated, clockAheadSeconds = 0 } = host;
  return [
    ...(status === 'online'
      ? []
      : [
          problem(
            `The Docker host ${name} does not report (${status}).`,
            'On it: systemctl status belfry-docker-agent, and see its log.',
          ),
        ]),
    ...(agentOutdated
      ? [
          note(
            `The agent of the Docker host ${name} is of an older version.`,
            'Run the install command of the settings there again.',
          ),
        ]
      : []),
    ...(Math.abs(clockAheadSeconds) > CLOCK_S
      ? [
          note(
            `The clock of the Docker host ${name} is ${Math.abs(clockAheadSeconds)} s ${clockAheadSeconds > 0 ? 'ahead' : 'behind'}.`,
            'Switch on time synchronisation (NTP) there.',
          ),
        ]
      : []),
  ];
}
