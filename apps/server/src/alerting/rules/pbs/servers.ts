// The load of a backup server.
import { pbsSubject } from '@belfry/domain/alerts/subjects';
import { pbsOfflineId } from '../../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Reading } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { pbsMessages } from '../../readings/pbs-messages.ts';
import { measured, unlessDisabled } from '../../readings/verdicts.ts';
import { pbsResource } from './resources.ts';

export const createBackupServerRules = (): RuleSet<'pbs'> => ({
  list: 'pbs',
  notices: serverNotices,
  read(server, { policyOf, holdOf }) {
    const policy = policyOf(pbsSubject(server));
    const resource = pbsResource(server);
    const readings = (['cpu', 'memory'] as const).map(
      (metric): Reading => ({
        id: `${server.id}-${metric}`,
        type: metric,
        resource,
        verdict: measured(server[metric], policy.limits[metric]),
        confirm: holdOf('pbs', metric),
        causes: [pbsOfflineId(server.id)],
        message: () => pbsMessages[metric](server.name, server[metric] ?? 0),
      }),
    );
    return unlessDisabled(policy, readings);
  },
});

const ofServers: SharedNotice = {
  ...{ of: 'pbs', from: 'Proxmox Backup Server 2 and newer', needs: 'Sys.Audit', poll: 'pbs usage' },
  shown: 'Backups, page of the server',
};

const serverNotices: readonly Notice[] = [
  { ...ofServers, type: 'cpu', fact: 'The processors of a backup server are too busy', after: 'setting' },
  { ...ofServers, type: 'memory', fact: 'The memory of a backup server is too full', after: 'setting' },
];
