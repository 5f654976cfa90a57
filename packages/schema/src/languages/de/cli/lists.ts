import { plural } from '../../../../../../apps/cli/src/language/said.ts';
import type { messages } from '../../../../../../apps/cli/src/messages/lists.ts';
import type { Translation } from '../../translation.ts';

export const lists: Translation<typeof messages> = {
  nodes: {
    heads: ['KNOTEN', 'INSTANZ', 'STATUS', 'CPU', 'SPEICHER', 'VERSION'],
    none: 'Es gibt keine Knoten.',
  },
  sites: {
    heads: ['STANDORT', 'STATUS', 'ZULETZT GEHÖRT', 'VERSION', 'HOSTS', 'ID'],
    none: 'Es gibt keine Standorte.',
    unknown: (site: string, names: readonly string[]) =>
      names.length === 0
        ? `Es gibt keinen Standort ${site}: Es gibt keine Standorte.`
        : `Es gibt keinen Standort ${site}. Es gibt: ${names.join(', ')}`,
    statuses: {
      new: 'noch kein Sammler',
      waiting: 'wartet auf Annahme',
      connected: 'verbunden',
      silent: 'stumm',
      revoked: 'widerrufen',
    },
    added: 'Führen Sie das auf einer Maschine des Standorts aus. Es gilt einmal und für eine Stunde:',
    foundHeads: ['ART', 'ADRESSE', 'NAME', 'VERSION'],
    noneFound: 'Die Suche hat keinen Host gefunden, den der Standort noch nicht abfragt.',
  },
  guests: {
    heads: ['VMID', 'NAME', 'TYP', 'KNOTEN', 'STATUS', 'CPU', 'SPEICHER', 'LETZTES BACKUP'],
    none: 'Kein Gast passt.',
    lost: (ran) => (ran === undefined ? 'unbekannt' : ran ? 'unbekannt (lief)' : 'unbekannt (war gestoppt)'),
  },
  backups: {
    heads: ['NEUESTES', 'TYP', 'ID', 'NAME', 'ORT', 'GRÖSSE', 'BACKUPS'],
    types: { qemu: 'VM', vm: 'VM', lxc: 'LXC', ct: 'LXC', host: 'Host', unknown: 'unbekannt' },
    none: 'Es gibt keine Backups.',
  },
  statuses: {
    running: 'läuft',
    stopped: 'gestoppt',
    paused: 'pausiert',
    suspended: 'angehalten',
    online: 'online',
    offline: 'offline',
    unknown: 'unbekannt',
  },
  notHeard: (status, since) => `${status} (ohne Antwort seit ${since})`,
  status: {
    instances: (count, answers) => `${plural(count, 'Instanz', 'Instanzen')}, ${answers}`,
    allAnswer: 'alle antworten',
    failing: (names) => `ohne Antwort: ${names}`,
    partial: (names) => `antworten zum Teil: ${names}`,
    nodes: (count, online) => `${plural(count, 'Knoten', 'Knoten')}, ${online} online`,
    guests: ({ total, running, stopped, paused, other, unknown }) =>
      `${plural(total, 'Gast', 'Gäste')}: ${[
        `${running} laufend`,
        `${stopped} gestoppt`,
        ...(paused > 0 ? [`${paused} pausiert`] : []),
        ...(other > 0 ? [`${other} andere`] : []),
        ...(unknown > 0 ? [`${unknown} unbekannt`] : []),
      ].join(', ')}`,
    noAlerts: 'keine Alarme',
    alerts: (critical, warning) => `Alarme: ${critical} kritisch, ${warning} Warnungen`,
    problem: (text) => `Problem: ${text}`,
    noneOpen: (taken) => `kein Problem, um das sich niemand kümmert; um ${taken} kümmert sich jemand`,
    open: (count, critical) =>
      `${plural(count, 'Problem', 'Probleme')}, um die sich niemand kümmert, ${critical} kritisch`,
    taken: (open, taken) => `${open}; um ${taken} kümmert sich jemand`,
    worst: (what) => `das schlimmste: ${what}`,
    worstSince: (what, since) => `das schlimmste: ${what}, seit ${since}`,
  },
};
