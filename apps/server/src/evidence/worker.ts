// The worker that makes one report: its memory is given back when it ends.
import { parentPort, workerData } from 'node:worker_threads';
import { makeFile } from './make-file.ts';

const file = new Uint8Array(await makeFile(workerData));
parentPort?.postMessage(file, [file.buffer]);
