// Locks the data folder of its argument, says so, and keeps it until it is killed.
import { writeSync } from 'node:fs';
import { createLogger } from '../../lib/logger.ts';
import { lockDataDir } from '../data-lock.ts';

const [, , dataDir = ''] = process.argv;
const lock = lockDataDir({ dataDir, now: Date.now, log: createLogger('silent') });
writeSync(1, lock.ok ? 'locked\n' : `${lock.error}\n`);
if (lock.ok) setInterval(() => {}, 60_000);
