// A gate that lets everybody do everything, for tests of the handlers.
import type { Gate } from '../gate.ts';

export const openGate: Gate = async () => ({
  name: 'anonymous',
  roles: ['watcher', 'viewer', 'scraper', 'operator', 'admin', 'agent'],
});
