// `belfry update`. The log of the updater itself stays English.
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('update', {
  latest: (version: string) => `Belfry ${version} is the latest version.`,
  available: (version: string, running: string) => `Belfry ${version} is available. This is ${running}.`,
  itself: 'Belfry installs it: belfry update apply',
  notItself: 'Belfry does not install it itself.',
  steps: 'Steps:',
  needs: 'Needs:',
  missing: 'Missing:',
  command: (command: string) => `Command: ${command}`,
  addYes: (version: string) => `Belfry will be unavailable while it is updated to ${version}. Add --yes to start.`,
  heads: ['STARTED', 'FROM', 'TO', 'STATUS', 'BY', 'ERROR'],
  none: 'There were no updates.',
  statuses: {
    in_progress: 'in progress',
    success: 'success',
    failed: 'failed',
    rolled_back: 'rolled back',
    cancelled: 'cancelled',
  },
  notInstalled: 'This Belfry was not installed by its installer, so it does not replace itself.',
  onlySystemd: 'Only root may do this: systemd runs it as belfry-update.service.',
  onlyRoot: 'Only root may do this, on the machine of Belfry.',
  busy: 'Another updater runs. This one waits for it.',
  notAsked: 'No update was asked for.',
  goesBack: (from: string, to: string, savedAt: string, copy: string, keptIn: string) =>
    `Belfry goes back from ${from} to ${to}, and to the data of ${savedAt} (${copy}).
What it has stored since then is lost for ${to}: settings, users, measured values. Alerts go on if ${to} can read them. That data is kept in ${keptIn}.
Belfry is unavailable meanwhile.`,
  question: (to: string) => `Go back to ${to}? [y/N] `,
  /** Answers that mean yes, in lower case. */
  yes: ['y', 'yes'],
  unchanged: 'Nothing was changed.',
  addYesToGoBack: 'Add --yes to go back. Nothing was changed.',
  otherVersion: (running: string) => `Meanwhile another version was installed: ${running} runs.`,
  updateRuns: 'An update runs at this moment. Wait until it has ended: belfry update status',
  interrupted: 'An update was interrupted. Run "belfry update apply-staged" as root first: it goes on from there.',
  aboutToStart: 'An update was asked for and is about to start. Wait until it has ended.',
  noPrevious: (running: string) =>
    `There is no previous release to go back to: ${running} runs, and no release before it is kept.`,
  noCopy: (to: string, copy: string) =>
    `The copy of the data of ${to} is missing: ${copy}. Without it, ${to} cannot run again.`,
});
