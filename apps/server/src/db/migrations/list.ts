// Every migration, oldest first. The schema version of a database is the number of those applied to it; a released one
// is never edited, its successor corrects it.
import { accounts } from './0001-accounts.ts';
import { dockerHosts } from './0002-docker-hosts.ts';
import { metadataAndVersions } from './0003-metadata-and-versions.ts';
import { dockerHostOwners } from './0004-docker-host-owners.ts';
import { sessionOwners } from './0005-session-owners.ts';
import { instanceIds } from './0006-instance-ids.ts';
import { views } from './0007-views.ts';
import { viewLinkExpiry } from './0008-view-link-expiry.ts';
import { protection } from './0009-protection.ts';
import { sites } from './0010-sites.ts';
import { drills } from './0011-drills.ts';
import { baselines } from './0012-baselines.ts';

export const migrations: readonly string[] = [
  accounts,
  dockerHosts,
  metadataAndVersions,
  dockerHostOwners,
  sessionOwners,
  instanceIds,
  views,
  viewLinkExpiry,
  protection,
  sites,
  drills,
  baselines,
];
