// The program starts here, and takes its role. A collector is the same program, but needs a third of its code, and reads nothing of the environment
// of a server.
const [word, ...more] = process.argv.slice(2);

if (word === 'collector') {
  const [{ collectorCommand }, { agentFiles }] = await Promise.all([
    import('./collector/command.ts'),
    import('./agent-files.ts'),
  ]);
  const done = await collectorCommand(more, agentFiles);
  if (done.ok) process.stdout.write(`${done.value}\n`);
  else {
    process.stderr.write(`${done.error}\n`);
    process.exit(1);
  }
} else {
  const { serve } = await import('./server.ts');
  await serve(process.argv.slice(2));
}

export {};
