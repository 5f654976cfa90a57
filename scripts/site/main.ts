// `npm run site`: makes the site in artifacts/site/html. `BELFRY_SITE_BASE` is the path below which it will be shown.
// With `--readme` the picture of the README is renewed too.
import path from 'node:path';
import { buildSite } from './build.ts';
import { wrongLinks } from './html.ts';
import { renewReadmePicture } from './readme-picture.ts';

const root = path.resolve(import.meta.dirname, '../..');

try {
  const [option, ...more] = process.argv.slice(2);
  if ((option !== undefined && option !== '--readme') || more.length > 0)
    throw new Error('site has one option: --readme');
  const { html, names } = await buildSite(root, path.join(root, 'artifacts/site'));
  const wrong = wrongLinks(html, process.env.BELFRY_SITE_BASE ?? '/');
  if (wrong.length > 0) throw new Error(`wrong links:\n${wrong.join('\n')}`);
  if (option === '--readme') renewReadmePicture(root, path.join(html, 'pictures/overview.png'));
  console.log(`${names.length} pages in ${html}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
