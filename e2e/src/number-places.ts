// Each number that several screens show, and where. A new place is a line here: the screen, and the text around the number.
import { openProblems, problemsOf } from '@belfry/domain/problems/problems';
import { dockerHostStatus, guestCounts, guestRan, guestStatus, nodeOnline, parentOf } from '@belfry/domain/status';
import type { PlainState } from '@belfry/schema/plain-state';

export interface NumberFact {
  fact: string;
  /** What follows from the state that the API gives at the same moment. */
  api(state: PlainState): number;
  /** `shows` has one group, the number; several matches are added. The text has the title of the page first and single spaces. */
  places: readonly { screen: string; shows: RegExp }[];
}

const OVERVIEW = '/proxmox/overview?grouping=flat';
const KIOSK = '/proxmox/overview?kiosk=1';
const ALERTS = '/alerts/overview';
const STORAGE = '/proxmox/storage';
const DOCKER = '/docker';

const openIn = (state: PlainState) => openProblems(problemsOf(state));
const guestsOf = ({ vms, containers }: PlainState) => [...vms, ...containers];
const countsIn = (state: PlainState) => {
  const online = new Set(state.nodes.filter(nodeOnline).map(({ id }) => id));
  return guestCounts(guestsOf(state).map((guest) => guestStatus(guest, online)));
};
const at = (screens: readonly string[], shows: RegExp) => screens.map((screen) => ({ screen, shows }));
const containersIn = ({ dockerHosts }: PlainState, isHeard: boolean) =>
  dockerHosts
    .filter((host) => (dockerHostStatus(host).figures === 'now') === isHeard)
    .flatMap(({ containers }) => containers);

/** `lost`: the id of a node that does not answer. */
export const numberFacts = (lost: string): readonly NumberFact[] => {
  const node = `/nodes/${lost}`;
  const screens = [OVERVIEW, ALERTS, STORAGE, DOCKER, node];
  return [
    {
      fact: 'open problems',
      api: (state) => openIn(state).length,
      places: [
        ...at(screens, /^\((\d+)\)/),
        ...at([...screens, KIOSK], /\b(\d+) problems that nobody has yet/),
        ...at([OVERVIEW, STORAGE, node], /\b(\d+) problems: /),
        ...at([ALERTS], /Active Alerts \d+ (\d+) open/),
        ...at([ALERTS], /Open (\d+) ·/),
        ...at([ALERTS], /Acknowledge all (\d+)/),
        ...at([ALERTS], /Status Overview (\d+)/),
      ],
    },
    {
      fact: 'open problems beside the worst one',
      api: (state) => openIn(state).length - 1,
      places: at([OVERVIEW, STORAGE, node], /\band (\d+) more/),
    },
    {
      fact: 'open critical problems',
      api: (state) => openIn(state).filter(({ level }) => level === 'critical').length,
      places: at([ALERTS], /\b(\d+) critical/),
    },
    {
      fact: 'active alerts',
      api: ({ activeAlerts }) => activeAlerts.length,
      places: at([ALERTS], /Active Alerts (\d+)/),
    },
    {
      fact: 'acknowledged alerts',
      api: ({ activeAlerts }) => activeAlerts.filter(({ acknowledged }) => acknowledged).length,
      places: at([ALERTS], /Acknowledged (\d+)/),
    },
    { fact: 'nodes', api: ({ nodes }) => nodes.length, places: at([OVERVIEW, STORAGE, node], /\b(\d+) nodes ·/) },
    {
      fact: 'guests',
      api: (state) => guestsOf(state).length,
      places: at([OVERVIEW, STORAGE, node], /\bnodes · ([\d,]+) guests/),
    },
    { fact: 'guests that run', api: (s) => countsIn(s).running, places: at([OVERVIEW], /\b([\d,]+) running, /) },
    { fact: 'guests that are stopped', api: (s) => countsIn(s).stopped, places: at([OVERVIEW], /\b([\d,]+) stopped/) },
    {
      fact: 'guests that are paused',
      api: (s) => countsIn(s).paused,
      places: at([OVERVIEW], /\b([\d,]+) paused(?=, [\d,]+ unknown)/),
    },
    {
      fact: 'guests nobody can see',
      api: (s) => countsIn(s).unknown,
      places: at([OVERVIEW], /paused, ([\d,]+) unknown/),
    },
    { fact: 'storages', api: ({ storage }) => storage.length, places: at([STORAGE], /\b([\d,]+) storages, /) },
    { fact: 'Docker hosts', api: ({ dockerHosts }) => dockerHosts.length, places: at([DOCKER], /\b(\d+) hosts ·/) },
    {
      fact: 'containers that run',
      api: (state) => containersIn(state, true).filter(({ state }) => state === 'running').length,
      places: [
        ...at([DOCKER], /\b(\d+) of \d+ containers running/g),
        ...at([DOCKER], /\b(\d+) running, \d+ not running, \d+ not reached/),
      ],
    },
    {
      fact: 'containers of hosts that are not reached',
      api: (state) => containersIn(state, false).length,
      places: at([DOCKER], /not running, (\d+) not reached/),
    },
    {
      fact: 'guests that ran on the lost node',
      api: (state) => guestsOf(state).filter((guest) => parentOf(guest) === lost && guestRan(guest)).length,
      places: [...at([ALERTS], /is offline\. · (\d+) guests ran there/), ...at([node], /\b(\d+) guests ran here/)],
    },
  ];
};
