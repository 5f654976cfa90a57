// The program: reads its options, then sends one report or reports until SIGTERM or SIGINT.
import { startAgent } from './agent.ts';
import { systemClock } from './clock.ts';
import { createCollector } from './collect/collect.ts';
import { thisMachine } from './collect/host.ts';
import { connect } from './engine/engine.ts';
import { createLog } from './log.ts';
import { reportOnce } from './once.ts';
import { type Options, parseOptions, usage } from './options/options.ts';
import { createDelivery } from './post/delivery.ts';
import { createSend } from './post/send.ts';
import { version } from './version.ts';

const print = (text: string) => void process.stdout.write(text);
const complain = (lines: readonly string[]) => void process.stderr.write(lines.map((line) => `${line}\n`).join(''));
const log = createLog((line) => void process.stderr.write(line));

const command = parseOptions(process.argv.slice(2), process.env);
if (!command.ok) {
  complain([...command.error, 'See belfry-docker-agent --help.']);
  process.exitCode = 2;
} else if (command.value.run === 'help') print(usage);
else if (command.value.run === 'version') print(`${version}\n`);
else void run(command.value.options);

async function run(options: Options): Promise<void> {
  const engine = connect(options.socket);
  if (!engine.ok) {
    complain([engine.error]);
    process.exitCode = 2;
    return;
  }
  const { intervalMs, hostname, agentId } = options;
  const collect = createCollector({
    engine: engine.value,
    files: thisMachine(),
    clock: systemClock,
    intervalMs,
    ...(hostname && { hostname }),
    ...(agentId && { agentId }),
  });
  for (const { url, insecure } of options.targets) {
    if (insecure) log('warn', 'INSECURE: the certificate of this server is not checked', { server: url });
  }
  if (options.once) {
    if (!(await reportOnce(collect, options.targets, print, log))) process.exitCode = 1;
    return;
  }
  const deliveries = options.targets.map((target) =>
    createDelivery({ server: target.url, send: createSend(target), clock: systemClock, random: Math.random, log }),
  );
  log('info', 'started', { version, servers: deliveries.length, intervalSeconds: intervalMs / 1000 });
  const stop = startAgent({ collect, deliveries, clock: systemClock, intervalMs, random: Math.random, log });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop();
      process.exit(0);
    });
  }
}
