// The image of the product, built from this source as a user builds it, on a stand-in for the official base image.
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

/** The cache of the builder makes the second call short. Stages are tagged, so that images of an earlier source can be removed. */
export async function buildProductImage(): Promise<ProductImage> {
  const base = await nodeImage();
  const make = async (target: string, ...options: string[]) => {
    const tag = `belfry-test/${target}:latest`;
    const before = await docker('images', '-q', '--no-trunc', tag);
    const file = ['--build-arg', `NODE_IMAGE=${base}`, '-f', path.join(root, 'docker/Dockerfile')];
    await docker('build', '-q', ...file, ...options, '-t', tag, root);
    const superseded = before !== '' && before !== (await docker('images', '-q', '--no-trunc', tag));
    // fails while a container uses it
    if (superseded) await docker('rmi', before).catch(() => undefined);
    return tag;
  };
  for (const stage of ['tools', 'agent', 'build']) await make(stage, '--target', stage);
  const tag = await make('product');
  const size = async (name: string) => Number(await docker('image', 'inspect', '-f', '{{.Size}}', name));
  const bytes = await size(tag);
  return { tag, bytes, addedBytes: bytes - (await size(base)) };
}
