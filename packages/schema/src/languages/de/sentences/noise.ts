// Why no edit would have halved an alert: the sentences of the English table of this name, in German.
import type { noise as english } from '../../../sentences/noise.ts';

export const noise: Readonly<Record<keyof typeof english, string>> = {
  'noise.event':
    'Belfry kann für diese Art von Alarm keine Schwellwerte und Verzögerungen erproben, oder die Ressource gibt es nicht mehr.',
  'noise.off': 'Sein Schwellwert ist inzwischen ausgeschaltet.',
  'noise.noPast': 'Über die Vergangenheit des Werts ist nichts bekannt, also konnte keine Änderung erprobt werden.',
  'noise.coarse':
    'Die gespeicherten Werte sind zu grob, um die meisten dieser Alarme zu zeigen, also konnte keine Änderung erprobt werden.',
  'noise.none': 'Keine Änderung hätte ihn halbiert. Vielleicht ist es ein echter Fehler.',
};
