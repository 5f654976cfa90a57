// A real engine that speaks S3 and checks signatures, on this machine.
/// <reference path="./s3rver.d.ts" />
import S3rver from '@20minutes/s3rver';
import { onTestFinished } from 'vitest';
import type { S3Config } from '../../../../config/backup-s3.ts';
import { tempDir } from '../../../../db/testing/temp-store.ts';

export const SECRET = 'S3RVER';

/** With the bucket `kept`. */
export async function startS3Engine(): Promise<S3Config> {
  const options = { address: '127.0.0.1', port: 0, silent: true, directory: tempDir() };
  const engine = new S3rver({ ...options, configureBuckets: [{ name: 'kept' }] });
  const { port } = await engine.run();
  onTestFinished(() => engine.close());
  return {
    url: `http://127.0.0.1:${port}`,
    bucket: 'kept',
    prefix: 'belfry/home/',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: SECRET,
    isBucketInHost: false,
  };
}
