import type { messages } from '../../features/detail/messages.ts';
import type { Translation } from './translation.ts';

export const detail: Translation<typeof messages> = {
  loading: 'Einzelheiten werden geladen...',
  overview: 'Übersicht',
  previous: (name) => `Vorher: ${name}`,
  next: (name) => `Danach: ${name}`,
  previousKey: 'Vorherige Seite',
  nextKey: 'Nächste Seite',
  status: (status, uptime) => `${status} · seit ${uptime}`,

  figures: 'Aktuelle Werte',
  measured: (source, ago) => `${source}, ${ago}`,
  estimated: 'geschätzt',
  notRunning: 'läuft nicht',
  noAnswerYet: 'noch nicht gemessen',
  cpu: 'CPU',
  memory: 'RAM',
  disk: 'Platte',
  diskIo: 'Platten-I/O',
  network: 'Netz',
  read: 'Lesen',
  write: 'Schreiben',
  in: 'Ein',
  out: 'Aus',
  ofCores: (used, cores) => `${used} von ${cores} vCPU`,
  sources: {
    hypervisor: 'Proxmox VE',
    agent: 'Gastagent',
    balloon: 'Balloon-Treiber im Gast',
    guest: 'der Gast selbst',
    outside: 'Proxmox VE, von außen',
  },

  notes: 'Notizen',
  events: 'Was geschah',
  noEvents: 'Nichts in den letzten 30 Tagen',
  loadingEvents: 'Wird geladen...',
  heads: { time: 'Zeit', what: 'Was geschah', more: 'Mehr' },
  event: {
    open: 'noch offen',
    lasted: (duration) => `zu Ende nach ${duration}`,
    snapshot: (name) => `Snapshot ${name}`,
    withMemory: 'mit RAM',
    backup: (where) => `Backup nach ${where}`,
    verified: 'geprüft',
    verifyFailed: 'Prüfung fehlgeschlagen',
    unfinished: 'nicht fertig',
    failedBackup: 'Backup fehlgeschlagen',
  },

  gone: {
    guest: (id) => `Den Gast ${id} gibt es nicht mehr`,
  },
  goneHint: 'Er wurde entfernt, oder sein Host wird nicht mehr überwacht. Was über ihn gespeichert ist, steht unten.',
  waiting: 'Warten auf die erste Antwort',
  waitingHint: (host) => `${host} hat nicht geantwortet, seit Belfry gestartet wurde.`,
};
