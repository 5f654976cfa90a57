// The whole site. The pictures are taken while the pages are made, because one of them waits for the first minute of the product.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { takePictures } from '../../e2e/src/site/camera.ts';
import { pictures } from '../../e2e/src/site/pictures.ts';
import { compose } from './compose.ts';
import { buildHtml } from './html.ts';
import { writeReportExample } from './report-example.ts';

export interface Site {
  /** The folders of the composed pages and of the finished site. */
  pages: string;
  html: string;
  /** The paths of the pages. */
  names: string[];
}

/** Makes the site in `folder`. */
export async function buildSite(root: string, folder: string): Promise<Site> {
  const pages = path.join(folder, 'pages');
  const { pages: names } = compose(root, pages);
  // A page that shows another picture is refused: VitePress finds no file for it.
  const places = path.join(pages, 'public/pictures');
  mkdirSync(places, { recursive: true });
  for (const { name } of pictures) writeFileSync(path.join(places, `${name}.png`), '');
  await writeReportExample(path.join(pages, 'public'));
  const taken = path.join(folder, 'pictures');
  const [html] = await Promise.all([buildHtml(root, pages), takePictures(taken)]);
  cpSync(taken, path.join(html, 'pictures'), { recursive: true });
  return { pages, html, names };
}
