import type { messages } from '../../../../../../apps/web/src/features/shell/problem-list/messages.ts';
import { formatCount, plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const problemList: Translation<typeof messages> = {
  problemGroups: { critical: 'Kritisch', warning: 'Warnung', taken: 'Jemand kümmert sich' },
  allProblems: (count) => `Alle ${formatCount(count)} unter Alarme`,
  toAlerts: 'Zu den Alarmen',
  ranHere: (count, unknown) =>
    unknown === 0
      ? `${plural(count, 'Gast lief', 'Gäste liefen')} dort`
      : count === 0
        ? `Belfry weiß nicht, wie viele der ${plural(unknown, 'Gast', 'Gäste')} liefen`
        : `${plural(count, 'Gast lief', 'Gäste liefen')} dort, bei ${formatCount(unknown)} weiteren ist es nicht bekannt`,
  runsHere: (count) => `${plural(count, 'Gast läuft', 'Gäste laufen')} dort`,
  affects: (count) => `betrifft ${plural(count, 'Ressource', 'Ressourcen')}`,
  dependsOnIt: (count) =>
    `${plural(count, 'Speicher oder Container hängt', 'Speicher oder Container hängen')} davon ab`,
  nodeOffline: 'Der Knoten ist offline: Die anderen Knoten seines Clusters erreichen ihn nicht.',
  silent: 'Er meldet sich nicht mehr.',
  retryAt: (time) => `Nächster Versuch nicht vor ${time}.`,
  dropped: (count) =>
    `${plural(count, 'fehlerhafter Eintrag', 'fehlerhafte Einträge')} der letzten Antworten ${count === 1 ? 'wurde' : 'wurden'} ausgelassen`,
};
