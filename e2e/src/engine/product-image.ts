// The product's image, built from this source the way a user builds it, on a base that stands in for the official one.
import path from 'node:path';
import { docker } from './docker.ts';
import { nodeImage } from './stand-in.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export interface ProductImage {
  tag: string;
  bytes: number;
  /** What the product adds to its base. */
  addedBytes: number;
}

/** The builder's cache makes the second call short. Stages have names, so that what an earlier source left is found, and removed. */
export async function buildProductImage(): Promise<ProductImage> {
  const base = await nodeImage();
  const make = async (target: string, ...options: string[]) => {
    const tag = `belfry-test/${target}:latest`;
    const before = await docker('images', '-q', '--no-trunc', tag);
    const file = ['--build-arg', `NODE_IMAGE=${base}`, '-f', path.join(root, 'docker/Dockerfile')];
    await docker('build', '-q', ...file, ...options, '-t', tag, root);
    const superseded = before !== '' && before !== (await docker('images', '-q', '--no-trunc', tag));
    // whoever still uses it keeps it
    if (superseded) await docker('rmi', before).catch(() => undefined);
    return tag;
  };
  for (const stage of ['tools', 'agent', 'build']) await make(stage, '--target', stage);
  const tag = await make('product');
  const size = async (name: string) => Number(await docker('image', 'inspect', '-f', '{{.Size}}', name));
  const bytes = await size(tag);
  return { tag, bytes, addedBytes: bytes - (await size(base)) };
}
