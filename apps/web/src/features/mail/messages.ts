// The texts of the mail gateway page.
import { inLanguage } from '../../lib/language/in-language.ts';
export const messages = inLanguage('mail', {
  loading: 'Loading mail gateway data...',
  disconnected: 'Disconnected from backend',
  none: 'No Mail Gateways configured',
  noneHint: 'Add a Proxmox Mail Gateway via Settings → Nodes.',
  updated: (ago: string) => `updated ${ago}`,
  neverUpdated: 'never updated',
  version: (version: string) => `PMG ${version}`,
  flow: 'Mail Flow (24h)',
  volume: 'Traffic Volume',
  threat: 'Threat & Quarantine',
  delivery: 'Delivery Health',
  spam: 'Spam Score Distribution',
  noSpam: 'No scores in the last 24 hours',
  nodes: 'Cluster Nodes',
  noNodes: 'No node of this gateway has answered yet.',
  debug: 'What the gateway answered',
  section: (name: string) => `mail gateway ${name}`,
});
