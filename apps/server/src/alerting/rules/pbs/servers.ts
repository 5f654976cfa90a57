// The load of a backup server.
import { pbsSubject } from '@belfry/domain/alerts/subjects';
import { pbsOfflineId } from '../../engine/alert-ids.ts';
import type { Reading } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { pbsMessages } from '../../readings/pbs-messages.ts';
import { measured, unlessDisabled } from '../../readings/verdicts.ts';
import { pbsResource } from './resources.ts';

export const createBackupServerRules = (): RuleSet<'pbs'> => ({
  list: 'pbs',
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
