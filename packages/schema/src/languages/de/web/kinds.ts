// The German texts of the kinds of instance. The English ones are with their other facts, in the schema.
import type { messages as pages } from '../../../../../../apps/web/src/features/settings/messages.ts';
import type { messages as nodes } from '../../../../../../apps/web/src/features/settings/nodes/messages.ts';
import type { Translation } from '../../translation.ts';

export const kinds: {
  pages: Translation<(typeof pages)['kinds']>;
  forms: Translation<(typeof nodes)['forms']>;
  abilities: Translation<(typeof nodes)['abilities']>;
} = {
  pages: {
    pve: {
      name: 'VE-Knoten',
      title: 'Proxmox-VE-Knoten',
      description:
        'Hypervisoren und Cluster, die Belfry überwacht. Ein Mitglied eines Clusters genügt: Belfry findet die anderen.',
    },
    pbs: {
      name: 'Backup Server',
      title: 'Proxmox Backup Server',
      description: 'Backup-Server mit ihren Datenspeichern, Jobs und Backups.',
    },
    pmg: {
      name: 'Mail Gateway',
      title: 'Proxmox Mail Gateway',
      description: 'Mail Gateways mit Mails, Warteschlangen und Quarantäne.',
    },
  },
  forms: {
    pve: {
      add: 'Host hinzufügen',
      hostHint:
        'Adresse eines Knotens; ohne Angabe Port 8006. Die anderen Mitglieder eines Clusters findet Belfry selbst.',
      userHint: 'Mit Realm, zum Beispiel root@pam.',
      account:
        'Ein Konto mit Leserechten genügt: die Rolle PVEAuditor auf / und vor Version 9 eine Rolle mit VM.Monitor für den Gastagenten. Backups auf Speichern, die kein Backup-Server sind, sieht nur ein Konto, das sie auch anlegen, löschen und wiederherstellen darf: Datastore.AllocateSpace und VM.Backup.',
      advanced: 'Weitere Überwachung',
    },
    pbs: {
      add: 'Backup-Server hinzufügen',
      hostHint: 'HTTPS ist nötig; ohne Angabe Port 8007.',
      userHint: 'Mit Realm, zum Beispiel admin@pbs.',
      account:
        'Ein Konto mit Leserechten genügt: die Rollen Audit auf / und RemoteAudit auf /remote, für den Benutzer und für sein Token. Ohne die zweite fehlen Sync-Jobs, die ein Remote nutzen.',
      advanced: 'Weitere Überwachung',
    },
    pmg: {
      add: 'Mail-Gateway hinzufügen',
      hostHint: 'HTTPS; ohne Angabe Port 8006.',
      userHint: 'Mit Realm, zum Beispiel root@pam oder belfry-monitor@pmg.',
      account: 'Ein Konto mit Leserechten genügt: ein Benutzer mit der Rolle Auditor.',
      advanced: 'Datenerfassung',
    },
  },
  abilities: {
    monitorVMs: { name: 'Virtuelle Maschinen', hint: '' },
    monitorContainers: { name: 'Container', hint: '' },
    monitorStorage: { name: 'Speicher', hint: '' },
    monitorBackups: { name: 'Backups und Snapshots', hint: '' },
    monitorPhysicalDisks: {
      name: 'Zustand der Platten (SMART)',
      hint: 'Alle 5 Minuten gefragt. Das kann ruhende Platten wecken, darum ist es zunächst ausgeschaltet.',
    },
    monitorDatastores: { name: 'Datenspeicher', hint: '' },
    monitorSyncJobs: { name: 'Sync-Jobs', hint: '' },
    monitorVerifyJobs: { name: 'Verify-Jobs', hint: '' },
    monitorPruneJobs: { name: 'Prune-Jobs', hint: '' },
    monitorGarbageJobs: { name: 'Garbage Collection', hint: '' },
    monitorMailStats: { name: 'Mail-Statistik', hint: '' },
    monitorQueues: { name: 'Warteschlangen', hint: '' },
    monitorQuarantine: { name: 'Quarantäne', hint: '' },
    monitorDomainStats: { name: 'Statistik pro Domain', hint: '' },
  },
};
