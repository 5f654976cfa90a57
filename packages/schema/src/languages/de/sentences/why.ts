// Why there is an alert or none: the sentences of the English table of this name, in German.
import type { why as english } from '../../../sentences/why.ts';

export const why: Readonly<Record<keyof typeof english, string>> = {
  'why.allOff': 'Alarme sind in den Einstellungen ausgeschaltet.',
  'why.off': 'Dieser Alarm ist hier ausgeschaltet.',
  'why.unknown': 'Darüber ist zurzeit nichts bekannt, also beginnt kein Alarm und keiner endet.',
  'why.lost': 'Das sieht niemand: Wozu es gehört, antwortet nicht. Kein Alarm beginnt, und keiner endet.',
  'why.well': 'Das ist, wie es sein soll.',
  'why.below': '{value} ist unter der Schwelle von {trigger}. Sie kommt von: {origin}.',
  'why.stays': '{value} ist unter der Schwelle von {trigger}, aber der Alarm endet erst bei {clear} oder weniger.',
  'why.pending': '{problem} Das ist ein Alarm, wenn es {hold} gedauert hat. Bisher: {pending}.',
  'why.polls': '{problem} Das ist ein Alarm, wenn {polls:Abfrage|Abfragen hintereinander} es sagen.',
  'why.cause': '{problem} Ein anderer Alarm erklärt es, also ist das kein eigener Alarm: {cause}.',
  'why.returned':
    '{problem} Gerade endete ein Alarm mit fast demselben Wert, also beginnt er für einige Minuten nicht wieder.',
  'why.origin.override': 'der Ressource selbst',
  'why.origin.tag': 'dem Tag {tag}',
  'why.origin.node': 'ihrem Node',
  'why.origin.server': 'ihrem Backup-Server',
  'why.origin.default': 'den Vorgaben',
  'why.percent': '{value} %',
  'why.celsius': '{value} °C',
  'why.rate': '{value} MB/s',
  'why.seconds': '{value:Sekunde|Sekunden}',
  'why.minutes': '{value:Minute|Minuten}',
  'why.hours': '{value:Stunde|Stunden}',
  'why.days': '{value:Tag|Tage}',
  'why.noResource': 'Belfry überwacht nichts mit der ID oder dem Namen „{name}“.',
  'why.meant': 'Belfry überwacht nichts mit der ID oder dem Namen „{name}“. Meinten Sie {nearest}?',
  'why.several': 'Mehrere Ressourcen haben diesen Namen: {ids}. Fragen Sie mit einer dieser IDs.',
  'why.noType': 'Keine Regel des Typs „{type}“ sieht {name} an. Es gibt: {types}.',
};
