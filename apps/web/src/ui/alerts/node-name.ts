// The node of an alert as people call it.
import { hostOf } from '@belfry/domain/address';

/** An alert of a backup server or a mail gateway has an address as its node: `https://pbs.lan:8007` → `pbs.lan`. */
export const nodeName = (node: string): string =>
  node.startsWith('https://') && URL.canParse(node) ? hostOf(node) : node;
