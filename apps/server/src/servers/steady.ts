// Milliseconds that never step, and go on while the process is stopped or the machine sleeps.
import { uptime } from 'node:os';

/** The clock of the process stands still while the machine sleeps, and that of the machine is coarse: whichever went further is right. */
export function createSteady(process = () => performance.now(), machine = () => uptime() * 1000): () => number {
  const [processStart, machineStart] = [process(), machine()];
  let last = 0;
  return () => {
    last = Math.max(last, process() - processStart, machine() - machineStart);
    return last;
  };
}
