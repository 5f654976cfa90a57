// Says which commit the build is of, in a file beside `dist`. It runs before every build, also when the build itself comes from the
// cache of turbo. Releases and images are made where there is no git, so that they have the version of package.json.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import root from '../../../package.json' with { type: 'json' };
import { describe } from './git-version.ts';

const own = path.resolve(import.meta.dirname, '../version.json');
const version = describe(path.resolve(import.meta.dirname, '../../..'), root.version);

if (version === undefined) rmSync(own, { force: true });
else writeFileSync(own, `${JSON.stringify({ version })}\n`);
