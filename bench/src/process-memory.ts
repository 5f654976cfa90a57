// Where the resident memory of a process is, from /proc (Linux). All in bytes.
import { readFileSync } from 'node:fs';

export interface ProcessMemory {
  resident: number;
  /** Anonymous pages: heaps of JavaScript, of the allocator and of threads. */
  anonymous: number;
  /** Pages of files: the program and its libraries. */
  files: number;
  /** The main arena of the allocator. */
  mainArena: number;
  /** Arenas of other threads: each lies in an aligned range of 64 MiB. */
  threadArenas: { count: number; bytes: number };
}

const ARENA = 2 ** 26;

export function memoryOf(pid: number): ProcessMemory {
  const found = { resident: 0, anonymous: 0, files: 0, mainArena: 0 };
  let arenas: { count: number; bytes: number } = { count: 0, bytes: 0 };
  let [start, end, name, access] = [0, 0, '', ''];
  let resident = 0;
  let before: { start: number; end: number; resident: number } | undefined;
  const finish = () => {
    // The used part of an arena begins at its start, and the reserved rest follows it.
    if (access === '---p' && before?.end === start && before.start % ARENA === 0 && end % ARENA === 0)
      arenas = { count: arenas.count + 1, bytes: arenas.bytes + before.resident };
    before = name === '' ? { start, end, resident } : undefined;
  };
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \S+\s*(.*)$/.exec(line);
    if (head) {
      if (end > 0) finish();
      [start, end] = [Number.parseInt(head[1] ?? '', 16), Number.parseInt(head[2] ?? '', 16)];
      [access, name, resident] = [head[3] ?? '', head[4] ?? '', 0];
      continue;
    }
    const [, field, kb] = /^(\w+):\s+(\d+) kB$/.exec(line) ?? [];
    const bytes = Number(kb) * 1024;
    if (field === 'Rss') {
      found.resident += bytes;
      resident = bytes;
      if (name === '[heap]') found.mainArena += bytes;
    } else if (field === 'Anonymous') {
      found.anonymous += bytes;
      found.files += resident - bytes;
    }
  }
  finish();
  return { ...found, threadArenas: arenas };
}
