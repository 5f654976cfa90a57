// The process that makes one report. It ends when it has sent it, and when the server ends.
import { type Asked, makeFile } from './make-file.ts';
import type { Made } from './maker.ts';

process.once('disconnect', () => process.exit());
process.once('message', (asked: Asked) => {
  makeFile(asked).then(
    (file) => process.send?.({ file: new Uint8Array(file) } satisfies Made),
    (error: unknown) => process.send?.({ error: String(error) } satisfies Made),
  );
});
