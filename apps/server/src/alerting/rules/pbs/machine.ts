// The machine of a backup server: its root file system, disks, ZFS pools and services.
import { pbsSubject } from '@belfry/domain/alerts/subjects';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { PbsDetails, PbsDisk } from '@belfry/schema/entities/pbs-details';
import type { State } from '@belfry/schema/state';
import { pbsOfflineId } from '../../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { diskNotices, diskReadings } from '../../readings/machine/disks.ts';
import { poolNotices, poolPrefixes, poolReadings } from '../../readings/machine/pools.ts';
import { serviceNotice, servicePrefix, serviceReadings } from '../../readings/machine/services.ts';
import { shareReading } from '../../readings/machine/shares.ts';
import { pbsMessages } from '../../readings/pbs-messages.ts';
import { diskName } from '../../readings/pve-messages.ts';
import { unlessDisabled } from '../../readings/verdicts.ts';
import { datastoreUsageId, pbsResource } from './resources.ts';

export const createBackupMachineRules = (): RuleSet<'pbs'> => ({
  list: 'pbs',
  notices: machineNotices,
  read(server, context) {
    const policy = context.policyOf(pbsSubject(server));
    const shared = { resource: pbsResource(server), causes: [pbsOfflineId(server.id)] };
    const { disks = [], services = [], pools = [] } = detailsOf(server, context.state) ?? {};
    const onRoot = server.datastores.filter((store) => store.total !== undefined && store.total === server.diskTotal);
    return unlessDisabled(policy, [
      shareReading(
        { metric: 'disk', used: server.diskUsed, total: server.diskTotal },
        {
          id: `${server.id}-disk`,
          limit: policy.limits.disk,
          confirm: context.holdOf('pbs', 'disk'),
          text: (share) => pbsMessages.disk(server.name, share),
        },
        // A datastore on it is full together with it, and its alert says more.
        { ...shared, causes: [...shared.causes, ...onRoot.map((store) => datastoreUsageId(server, store))] },
      ),
      ...disks.flatMap((disk) => diskReadings(judged(disk, server), `${server.id}-${disk.id}`, shared)),
      ...pools.flatMap((pool) =>
        poolReadings(
          pool,
          { id: `${server.id}-${pool.name}`, node: server.name, isFirst: true, now: context.now.at },
          shared,
        ),
      ),
      ...serviceReadings(
        services,
        {
          owner: server.id,
          name: { id: 'name.backupServer', values: { name: server.name } },
          product: 'backup server',
        },
        shared,
      ),
    ]);
  },
  unknownParts(server, { state }) {
    const { id } = server;
    const { disks, services, pools } = detailsOf(server, state) ?? {};
    return [
      ...(disks ? [] : [`disk-health-${id}-`, `disk-wearout-${id}-`]),
      ...(services ? [] : [servicePrefix(id)]),
      ...(pools ? [] : poolPrefixes(id)),
    ];
  },
  // The details come with the same answers as the server, which may be the same as before.
  everyMs: 60_000,
});

const detailsOf = ({ id }: PbsInstance, { pbsDetails }: Pick<State, 'pbsDetails'>): PbsDetails | undefined =>
  pbsDetails.find((details) => details.id === id);

const judged = ({ id, health, wearout = -1, model, serial }: PbsDisk, { name }: PbsInstance) => ({
  ...{ health: health.toUpperCase(), wearout, model, serial },
  name: diskName(`/dev/${id}`, model, name),
});

const ofServers: SharedNotice = {
  ...{ of: 'pbs', from: 'Proxmox Backup Server 2 and newer', needs: 'Sys.Audit on /system', poll: 'pbs usage' },
  shown: 'page of the server',
};

const machineNotices: readonly Notice[] = [
  { ...ofServers, type: 'disk', fact: 'The root file system of a backup server is too full', after: 'setting' },
  ...diskNotices({ ...ofServers, poll: 'pbs disks' }),
  ...poolNotices({ ...ofServers, poll: 'pbs pools' }),
  serviceNotice({ ...ofServers, poll: 'pbs services' }),
];
