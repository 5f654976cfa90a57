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

/** The builder's cache makes the second call short. */
export async function buildProductImage(): Promise<ProductImage> {
  const base = await nodeImage();
  const tag = 'belfry-test/product:latest';
  const file = path.join(root, 'docker/Dockerfile');
  await docker('build', '-q', '--build-arg', `NODE_IMAGE=${base}`, '-f', file, '-t', tag, root);
  const size = async (name: string) => Number(await docker('image', 'inspect', '-f', '{{.Size}}', name));
  const bytes = await size(tag);
  return { tag, bytes, addedBytes: bytes - (await size(base)) };
}
