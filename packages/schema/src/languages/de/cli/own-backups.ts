import type { messages } from '../../../../../../apps/cli/src/messages/own-backups.ts';
import type { Translation } from '../../translation.ts';

export const ownBackups: Translation<typeof messages> = {
  made: (file, size) => `Belfry hat ${file} gemacht (${size}).`,
  off: 'Belfry macht keine Backups von sich. Setzen Sie BELFRY_BACKUP_DIR oder BELFRY_BACKUP_S3_URL, und BELFRY_BACKUP_PASSPHRASE.',
  heads: ['DATEI', 'GEMACHT', 'GRÖSSE'],
  none: 'Es gibt keine Backups.',
  place: (place, held) => `In ${place}: ${held}`,
  next: (at) => `Das nächste: ${at}.`,
  notKnown: (problem) => `nicht bekannt, weil es nicht gelesen werden kann. ${problem}`,
  lastRead: (count, problem) => `${count}, als zuletzt gelesen wurde. Jetzt kann nicht gelesen werden. ${problem}`,
  lastReadNewest: (count, newest, problem) =>
    `${count}, als zuletzt gelesen wurde, das neueste von ${newest}. Jetzt kann nicht gelesen werden. ${problem}`,
  causes: {
    missing: (path) =>
      `${path} gibt es nicht. Belfry macht den Ordner nicht: Eine Platte, die nicht eingehängt ist, fiele sonst nicht auf.`,
    forbidden: (path) => `Belfry darf nicht in ${path} schreiben.`,
    'read-only': (path) => `${path} kann nur gelesen werden.`,
    full: (path) => `Die Platte ist voll: ${path}.`,
    schedule: (schedule) =>
      `BELFRY_BACKUP_SCHEDULE ist „${schedule}“, und das ist keine Zeit, die kommt. Belfry macht bis dahin keine Backups von sich.`,
  },
  restoreElsewhere:
    'Für eine Wiederherstellung braucht es das Programm des Servers: Rufen Sie „belfry backup restore“ einer Installation auf, oder apps/server/dist/main.js mit denselben Wörtern.',
};
