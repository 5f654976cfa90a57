// A file that is served unchanged: a script, a program.

import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ok } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { FastifyReply } from 'fastify';
import { type Answer, type Refused, refuse } from './refusal.ts';

export interface Artefact {
  name: string;
  /** Of the content; absent if the file is decompressed while it is sent. */
  sizeBytes?: number;
  content: Readable;
}

/** `whatIsAbsent` tells the caller which file this server does not have. */
export async function openArtefact(file: string, whatIsAbsent: Sentence): Promise<Answer<Artefact>> {
  let handle: FileHandle;
  try {
    handle = await open(file);
  } catch {
    return refuse('not_found', whatIsAbsent);
  }
  const { size } = await handle.stat();
  return ok({ name: path.basename(file), sizeBytes: size, content: handle.createReadStream() });
}

/** Its type is that of the endpoint. */
export function sendArtefact(reply: FastifyReply, artefact: Answer<Artefact>): Readable | Refused {
  if (!artefact.ok) return artefact;
  const { name, sizeBytes, content } = artefact.value;
  reply.header('content-disposition', `inline; filename="${name}"`);
  if (sizeBytes !== undefined) reply.header('content-length', sizeBytes);
  return content;
}
