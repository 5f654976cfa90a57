import type { messages } from '../../../../../../apps/web/src/ui/agents/messages.ts';
import type { Translation } from '../../translation.ts';

export const agents: Translation<typeof messages> = {
  none: 'Dieser Server hat noch keinen Agenten zum Herunterladen, darum würde dieser Befehl fehlschlagen. Führen Sie das im Ordner von Belfry aus; es dauert etwa eine Minute, Belfry kann dabei weiterlaufen:',
  building:
    'Dieser Server baut gerade seinen Agenten; das dauert etwa eine Minute. Danach funktioniert der Befehl unten.',
  buildFailed: 'Dieser Server konnte seinen Agenten nicht bauen; warum, steht in seinem Log.',
  buildAgain: 'Noch einmal bauen',
  make: 'npm run agents',
  makeName: 'Befehl zum Bauen der Agenten',
  again: 'Erneut nachsehen',
  early: 'ein Entwicklungsstand oder eine frühe Version',
  image:
    'Oder starten Sie den Agenten aus dem Container-Image. Den Befehl dafür finden Sie in den Docker-Einstellungen unter der Installation von Hand.',
};
