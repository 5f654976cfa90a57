import type { messages } from '../../../../../../apps/web/src/ui/address/messages.ts';
import type { Translation } from '../../translation.ts';

export const address: Translation<typeof messages> = {
  label: 'Adresse von Belfry für andere Rechner',
  hint: 'Sie steht in den Befehlen unten. Die Rechner, die sie ausführen, müssen Belfry dort erreichen.',
  choices: 'Andere Adressen',
  'only-here':
    'Andere Rechner erreichen Belfry unter dieser Adresse nicht, denn dort meint sie sie selbst. Geben Sie den Namen oder die IP-Adresse des Rechners ein, auf dem Belfry läuft.',
  'no-address':
    'Geben Sie eine Adresse wie http://192.168.1.20:7655 ein, ohne Pfad. Bis dahin steht in den Befehlen eine andere.',
  closed:
    'Belfry nimmt keine Verbindungen anderer Rechner an: BELFRY_HOST ist eine Adresse nur dieses Rechners. Starten Sie es mit BELFRY_HOST=0.0.0.0, oder geben Sie die Adresse des Proxys davor ein.',
};
