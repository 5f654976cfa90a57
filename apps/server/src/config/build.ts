// What this program is: its version, and how it was put here.
import { existsSync } from 'node:fs';
import root from '../../../../package.json' with { type: 'json' };

export const version: string = root.version;
/** Run from its sources rather than from the bundle. */
export const isDevelopment: boolean = import.meta.filename.endsWith('.ts');
export const isDocker: boolean = existsSync('/.dockerenv');
