// The texts of the command line in German.
import { alerts } from './alerts.ts';
import { calls } from './calls.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import { drill } from './drill.ts';
import { journal } from './journal.ts';
import { lists } from './lists.ts';
import { noise } from './noise.ts';
import { ownBackups } from './own-backups.ts';
import { program } from './program.ts';
import { report } from './report.ts';
import { update } from './update.ts';
import { usage } from './usage.ts';
import { why } from './why.ts';

/** By the names that the groups of commands give to their texts. */
export const texts: Readonly<Record<string, object>> = {
  alerts,
  calls,
  config,
  doctor,
  drill,
  journal,
  lists,
  noise,
  ownBackups,
  program,
  report,
  update,
  usage,
  why,
};
