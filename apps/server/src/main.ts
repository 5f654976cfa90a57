// The program starts here, and takes its role. A collector is the same program, but needs a third of its code, and reads nothing of the environment
// of a server.
import { createHeapGrowth } from './lib/heap-growth.ts';

const [word, ...more] = process.argv.slice(2);
/** Before anything else is loaded. A collector never needs more. */
const countedGuests = createHeapGrowth();

if (word === 'collector') {
  const [{ collectorCommand }, { agentFiles }, { print }] = await Promise.all([
    import('./collector/command.ts'),
    import('./agent-files.ts'),
    import('./print.ts'),
  ]);
  await print(await collectorCommand(more, agentFiles));
} else {
  const { serve } = await import('./server.ts');
  await serve(process.argv.slice(2), countedGuests);
}
