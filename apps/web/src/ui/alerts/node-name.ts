// Where the resource of an alert is, as people call it.
import { SHARED } from '@belfry/domain/ids';
import type { Alert } from '@belfry/schema/entities/alert';

/** An alert of a backup server or a mail gateway has an address as its node, and one of a shared storage "cluster". */
export const nodeName = ({ node, instance }: Pick<Alert, 'node' | 'instance'>): string =>
  (node === SHARED || node.startsWith('https://')) && instance !== '' ? instance : node;
