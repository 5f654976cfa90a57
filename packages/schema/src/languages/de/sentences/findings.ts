// What the configuration of a resource shows: the sentences of the English table of this name, in German.
import type { findings as english } from '../../../sentences/findings.ts';

export const findings: Readonly<Record<keyof typeof english, string>> = {
  'finding.notRead': '{what} von {name} wurde noch nicht gelesen. Jede wird etwa einmal je Stunde gelesen.',
  'finding.noRight': 'Das Konto von Belfry darf das nicht sehen: {what} von {name}. Nötig ist {needs}.',
  'finding.old':
    '{what} von {name} wurde seit mehr als drei Stunden nicht gelesen, also weiß niemand, wie es jetzt ist.',
  'finding.what.packages': 'Die Liste der Pakete',
  'finding.what.subscription': 'Die Subskription',
  'finding.what.firewall': 'Die Firewall',
  'finding.kernel.newer':
    'Kernel {installed} ist installiert, und {running} läuft. Der nächste Neustart startet den neueren, wenn kein anderer festgelegt ist.',
  'finding.kernel.gone':
    'Kernel {running} läuft und ist nicht mehr installiert. Der nächste Neustart startet {installed}.',
  'finding.kernel.runs': 'Der neueste installierte Kernel läuft: {running}.',
  'finding.kernel.other':
    'Kernel {running} ist nicht von Proxmox, also kann Belfry nicht sagen, ob ein Neustart ansteht.',
  'finding.kernel.none':
    'Kernel {running} läuft. Die Liste der Pakete nennt keinen Kernel, also kann Belfry nicht sagen, ob ein Neustart ansteht.',
  'finding.kernel.unread': 'Der Knoten sagt nicht, welcher Kernel läuft.',
  'finding.version.skew': 'Die Knoten des Clusters haben verschiedene Versionen von Proxmox VE: {versions}.',
  'finding.version.of': '{version} auf {nodes}',
  'finding.version.same': 'Alle Knoten des Clusters haben die Version {version}.',
  'finding.version.silent':
    'Die Knoten, die antworten, haben die Version {version}. Die anderen hatten zuletzt: {versions}.',
  'finding.version.unknown': 'Die anderen haben eine Version. Die von {nodes} ist zurzeit nicht bekannt.',
  'finding.subscription.until': 'Die Subskription gilt bis {date}. {product}',
  'finding.subscription.active': 'Die Subskription ist aktiv. {product}',
  'finding.subscription.over': 'Die Subskription galt bis {date}.',
  'finding.subscription.bad': 'Der Host nennt die Subskription „{status}“.',
  'finding.subscription.none': 'Es gibt keine Subskription.',
  'finding.subscription.unread': 'Der Host sagt nicht, ob es eine Subskription gibt.',
  'finding.firewall.on': 'Die Firewall von {name} ist eingeschaltet.',
  'finding.firewall.onPerhaps':
    'Die Firewall von {name} ist eingeschaltet. Ob die des Clusters es auch ist, ist nicht bekannt.',
  'finding.firewall.notInForce':
    'Die Firewall von {name} ist eingeschaltet, aber die des Clusters ist aus, also gelten ihre Regeln nicht.',
  'finding.firewall.cards': 'Die Firewall von {name} ist eingeschaltet, aber nicht für {cards}.',
  'finding.firewall.off': 'Die Firewall von {name} ist aus. Bei {on} von {all} anderen ist sie eingeschaltet.',
  'finding.firewall.offAlike': 'Die Firewall von {name} ist aus.',
  'finding.firewall.clusterOn': 'Die Firewall des Clusters ist eingeschaltet.',
  'finding.firewall.clusterOff':
    'Die Firewall des Clusters ist aus, also gelten die Regeln von {on:Knoten oder Gast|Knoten und Gästen} nicht.',
  'finding.firewall.allOff': 'Die Firewall des Clusters ist aus.',
};
