// An archive of a few texts, not compressed and without a time, so that the same texts are the same bytes.
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  name: string;
  data: Uint8Array;
}

/** 1980-01-01, the first day that an archive knows. */
const DATE = 0x0021;
const UTF8_NAMES = 0x0800;
const VERSION = 20;

/** `at`: where the data of each entry begins. The bytes end before the comment, whose length they contain. */
export function zipBefore(entries: readonly ZipEntry[], commentBytes: number): { bytes: Buffer; at: number[] } {
  const pieces: Uint8Array[] = [];
  const central: Buffer[] = [];
  const at: number[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(UTF8_NAMES, 2);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, nameBytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([VERSION, 0]), facts, rest, nameBytes]),
    );
    at.push(offset + head.length);
    pieces.push(head, data);
    offset += head.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(commentBytes, 20);
  return { bytes: Buffer.concat([...pieces, directory, end]), at };
}
