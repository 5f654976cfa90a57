// What the server says, in German, by the names of the sentences. `{name}` is a value, as in the English table.
import type { SentenceId } from '../../sentences/sentence.ts';
import { access } from './sentences/access.ts';
import { alerts } from './sentences/alerts.ts';
import { baselines } from './sentences/baselines.ts';
import { calls } from './sentences/calls.ts';
import { collector } from './sentences/collector.ts';
import { database } from './sentences/database.ts';
import { documents } from './sentences/documents.ts';
import { drills } from './sentences/drills.ts';
import { errors } from './sentences/errors.ts';
import { fields } from './sentences/fields.ts';
import { files } from './sentences/files.ts';
import { findings } from './sentences/findings.ts';
import { hosts } from './sentences/hosts.ts';
import { inputs } from './sentences/inputs.ts';
import { messages } from './sentences/messages.ts';
import { noise } from './sentences/noise.ts';
import { notifications } from './sentences/notifications.ts';
import { page } from './sentences/page.ts';
import { recovery } from './sentences/recovery.ts';
import { search } from './sentences/search.ts';
import { servers } from './sentences/servers.ts';
import { settings } from './sentences/settings.ts';
import { sites } from './sentences/sites.ts';
import { types } from './sentences/types.ts';
import { updating } from './sentences/updating.ts';
import { why } from './sentences/why.ts';
import { zones } from './sentences/zones.ts';

export const sentences: Readonly<Record<SentenceId, string>> = {
  ...access,
  ...alerts,
  ...calls,
  ...collector,
  ...database,
  ...documents,
  ...errors,
  ...fields,
  ...files,
  ...hosts,
  ...inputs,
  ...messages,
  ...noise,
  ...notifications,
  ...page,
  ...search,
  ...servers,
  ...settings,
  ...recovery,
  ...sites,
  ...types,
  ...updating,
  ...why,
  ...zones,
  ...drills,
  ...baselines,
  ...findings,
  words: '{words}',
  both: '{first}; {second}',
};
