// A file of alerts as far as the updater looks at it.

/** The head of a file of this version, and after it a text by which a test knows it. */
export function alertsOf(version: number, readableFrom: number, text: string): Buffer {
  const head = Buffer.alloc(100);
  head.write('SQLite format 3\0', 'latin1');
  head.writeUInt32BE(version, 60);
  head.writeUInt32BE(readableFrom, 68);
  return Buffer.concat([head, Buffer.from(text)]);
}
