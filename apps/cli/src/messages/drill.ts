// `belfry drill`
import { drillReasons } from '@belfry/schema/drill/reasons';
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('drill', {
  heads: ['GUEST', 'VMID', 'STATUS', 'BACK AFTER', 'HANDED OUT', 'ID'],
  none: 'No restore tests yet.',
  noGuest: (given: string) =>
    `There is no guest "${given}", or there are several. Give its id, as in belfry guests --json.`,
  took: (seconds: number) => `${seconds} s`,
  handedOut: (name: string, backup: string, vmid: number, node: string, until: string) =>
    `Restore test of ${name} from ${backup}, as number ${vmid} on ${node}. Reserved until ${until}.`,
  restore: 'Restore and start it, in the shell of the node:',
  remove: 'Take it away when everything was seen:',
  status: (id: string) => `What Belfry has seen: belfry drill status ${id}`,
  states: {
    waiting: 'waits for the restore',
    restoring: 'restores',
    restored: 'restored, not started',
    running: 'started, not everything was seen',
    passed: 'passed, the copy is still there',
    done: 'passed',
    refused: 'refused',
    aborted: 'ended by hand',
  },
  steps: {
    handedOut: 'handed out',
    restoreBegan: 'restore began',
    restoreEnded: 'restore ended',
    started: 'started',
    agentAnswered: 'guest agent answered',
    filesRead: 'file systems read',
    portsOpen: 'ports open',
    removed: 'removed',
  },
  reasons: drillReasons,
  planHeads: ['PLAN', 'GROUP', 'STATUS', 'TESTED', 'NEXT', 'UNTIL'],
  noPlans: 'There are no plans of restore tests.',
  groups: { done: 'done', open: 'open', due: 'due', overdue: 'overdue', none: 'no backup' },
});
