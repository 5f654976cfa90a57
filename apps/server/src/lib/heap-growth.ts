// How much memory new objects may take before they are looked through, and how much the older ones: docs/decisions/0008. The launchers begin
// with 2 × 4 MB and allow 2 × 64 MB, and with a growth of 40 percent, which is too little for a server with many guests.
import { setFlagsFromString } from 'node:v8';

const GUESTS = 10_000;

interface Launch {
  /** The options of Node. */
  options: readonly string[];
  set(flag: string): void;
}

const ofProcess = (): Launch => ({ options: process.execArgv, set: setFlagsFromString });

/** To be called at the start. What it returns learns how many guests there are, and lets the space grow once there are many. */
export function createHeapGrowth({ options, set }: Launch = ofProcess()): (guests: number) => void {
  // Without a size to begin with, the space would stay as small as V8 makes it at first.
  if (!options.some((option) => option.startsWith('--min-semi-space-size='))) return () => {};
  set('--semi-space-growth-factor=1');
  let isLarge = false;
  return (guests) => {
    if (isLarge || guests <= GUESTS) return;
    isLarge = true;
    set('--semi-space-growth-factor=2');
    set('--heap-growing-percent=65');
  };
}
