// The texts of the pages of single resources.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('detail', {
  loading: 'Loading details...',
  overview: 'Overview',
  previous: (name: string) => `Previous: ${name}`,
  next: (name: string) => `Next: ${name}`,
  previousKey: 'Previous resource',
  nextKey: 'Next resource',
  status: (status: string, uptime: string) => `${status} · up ${uptime}`,

  figures: 'Live figures',
  measured: (source: string, ago: string) => `${source}, ${ago}`,
  estimated: 'estimate',
  notRunning: 'not running',
  noAnswerYet: 'not measured yet',
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  diskIo: 'Disk I/O',
  network: 'Network',
  read: 'Read',
  write: 'Write',
  in: 'In',
  out: 'Out',
  ofCores: (used: string, cores: number) => `${used} of ${cores} vCPU`,
  sources: {
    hypervisor: 'Proxmox VE',
    agent: 'guest agent',
    balloon: 'balloon driver in the guest',
    guest: 'the guest itself',
    outside: 'Proxmox VE, from outside',
  },

  notes: 'Notes',
  events: 'What happened',
  noEvents: 'Nothing in the last 30 days',
  loadingEvents: 'Loading...',
  heads: { time: 'Time', what: 'What happened', more: 'More' },
  event: {
    open: 'still open',
    lasted: (duration: string) => `ended after ${duration}`,
    snapshot: (name: string) => `Snapshot ${name}`,
    withMemory: 'with memory',
    backup: (where: string) => `Backup to ${where}`,
    verified: 'verified',
    verifyFailed: 'verification failed',
    unfinished: 'not finished',
    failedBackup: 'Backup failed',
  },

  gone: {
    guest: (id: string) => `The guest ${id} no longer exists`,
  },
  goneHint: 'It was removed, or its host is not watched any more. What is stored about it is below.',
  waiting: 'Waiting for the first answer',
  waitingHint: (host: string) => `${host} has not answered since Belfry was started.`,
});
