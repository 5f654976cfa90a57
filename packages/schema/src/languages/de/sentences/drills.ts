// Drills: the sentences of the English table of this name, in German.
import type { drills as english } from '../../../sentences/drills.ts';

export const drills: Readonly<Record<keyof typeof english, string>> = {
  'drill.noAgent':
    'Belfry bekommt keine Antwort vom Agenten in {name} und könnte nicht sehen, ob eine Kopie funktioniert. Schalten Sie den Agenten ein, und erlauben Sie dem Konto von Belfry, ihn zu fragen.',
  'drill.noBackup': 'Belfry sieht kein Backup von {name} auf einem Speicher seiner Instanz.',
  'drill.noRoom':
    'Kein Node, der online ist, hat das Backup von {name}, genug freien Arbeitsspeicher und einen Speicher mit genug Platz für eine Kopie.',
  'drill.noStorage': '{node} hat keinen Speicher „{storage}“ mit genug Platz für eine Kopie von {name}.',
  'drill.tooMany': 'Es gibt {limit} offene Restore-Tests. Beenden Sie zuerst einige.',
  'drill.ended': 'Der Restore-Test ist schon zu Ende.',
};
