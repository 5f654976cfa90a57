// Every sentence of the server in English, by its name. `{name}` is a value. Another language is a table with the same names.
import { errors } from '../errors.ts';
import { access } from './access.ts';
import { alerts } from './alerts.ts';
import { baselines } from './baselines.ts';
import { calls } from './calls.ts';
import { collector } from './collector.ts';
import { database } from './database.ts';
import { documents } from './documents.ts';
import { drills } from './drills.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { findings } from './findings.ts';
import { hosts } from './hosts.ts';
import { inputs } from './inputs.ts';
import { messages } from './messages.ts';
import { noise } from './noise.ts';
import { notifications } from './notifications.ts';
import { page } from './page.ts';
import { recovery } from './recovery.ts';
import { search } from './search.ts';
import { servers } from './servers.ts';
import { settings } from './settings.ts';
import { sites } from './sites.ts';
import { typeNames, typeSentences } from './types.ts';
import { updating } from './updating.ts';
import { why } from './why.ts';
import { zones } from './zones.ts';

type Errors = { readonly [Code in keyof typeof errors]: (typeof errors)[Code]['message'] };
/** The general text of each error has the name of its code. */
const ofErrors = Object.fromEntries(Object.entries(errors).map(([code, { message }]) => [code, message])) as Errors;

export const sentences = {
  ...ofErrors,
  ...access,
  ...alerts,
  ...calls,
  ...collector,
  ...database,
  ...documents,
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
  ...typeSentences(typeNames),
  ...updating,
  ...why,
  ...zones,
  ...drills,
  ...baselines,
  ...findings,
  /** What somebody else said, such as a mail server. No language translates it. */
  words: '{words}',
  both: '{first}; {second}',
} as const;
export type Sentences = typeof sentences;
