// A Postfix of its own in a folder of its own: STARTTLS, sign-in required, and a mailbox for everybody at example.com. It must be
// started by root, as Postfix demands. Signing in is asked of `people`, over the protocol that Dovecot has for this.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createCertificate } from '@belfry/lab/certificate';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../db/testing/free-port.ts';
import { tempDir } from '../../../../db/testing/temp-store.ts';

const MASTER = '/usr/lib/postfix/sbin/master';
const NOBODY = 65_534;
/** Far more than it needs. */
const PATIENCE = { timeout: 30_000, interval: 20 };

/** Why it cannot run here, or undefined. */
export function withoutPostfix(): string | undefined {
  if (!existsSync(MASTER)) return 'Postfix is not installed';
  if (process.getuid?.() !== 0) return 'only root can start Postfix';
  return execFileSync('postconf', ['-a'], { encoding: 'utf8' }).includes('dovecot')
    ? undefined
    : 'this Postfix has no Dovecot sign-in';
}

const services = `PORT inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
const queues = 'active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace';

export async function startPostfix(people: Readonly<Record<string, string>>) {
  const dir = tempDir();
  const at = (...names: string[]) => path.join(dir, ...names);
  const idOf = (name: string) => Number(execFileSync('id', ['-u', name], { encoding: 'utf8' }));
  const postfix = idOf('postfix');
  chmodSync(dir, 0o755);
  for (const name of ['queue', 'data', 'mail']) mkdirSync(at(name));
  for (const name of queues.split(' ')) {
    mkdirSync(at('queue', name), { mode: 0o700 });
    if (name !== 'pid') chownSync(at('queue', name), postfix, 0);
  }
  chownSync(at('data'), postfix, 0);
  chownSync(at('mail'), NOBODY, NOBODY);
  const certificate = await createCertificate('mail.example', '127.0.0.1');
  writeFileSync(at('tls.pem'), `${certificate.key}\n${certificate.cert}`, { mode: 0o600 });
  const port = await freePort();
  const settings = {
    compatibility_level: '3.6',
    queue_directory: at('queue'),
    data_directory: at('data'),
    maillog_file: at('mail.log'),
    maillog_file_prefixes: dir,
    myhostname: 'mail.example',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mydestination: '',
    local_recipient_maps: '',
    alias_maps: '',
    virtual_mailbox_domains: 'example.com',
    virtual_mailbox_base: at('mail'),
    virtual_mailbox_maps: 'static:box/',
    virtual_uid_maps: `static:${NOBODY}`,
    virtual_gid_maps: `static:${NOBODY}`,
    virtual_transport: 'virtual',
    smtpd_tls_chain_files: at('tls.pem'),
    smtpd_tls_security_level: 'may',
    smtpd_tls_auth_only: 'yes',
    smtpd_sasl_auth_enable: 'yes',
    smtpd_sasl_type: 'dovecot',
    smtpd_sasl_path: 'private/auth',
    smtpd_sasl_authenticated_header: 'yes',
    smtpd_tls_received_header: 'yes',
    smtpd_relay_restrictions: 'permit_sasl_authenticated, reject',
    smtpd_recipient_restrictions: 'permit_sasl_authenticated, reject',
  };
  writeFileSync(
    at('main.cf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  writeFileSync(at('master.cf'), services.replace('PORT', `127.0.0.1:${port}`));

  const sockets = new Set<Socket>();
  const signIn = createServer((socket) => {
    sockets.add(socket);
    answerSignIn(socket, people);
  }).listen(at('queue', 'private', 'auth'));
  await once(signIn, 'listening');
  chownSync(at('queue', 'private', 'auth'), postfix, 0);
  const master = spawn(MASTER, ['-c', dir, '-d'], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(master, 'exit');
    master.kill();
    await ended;
    for (const socket of sockets) socket.destroy();
    signIn.close();
  });
  await vi.waitFor(async () => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  }, PATIENCE);
  const box = at('mail', 'box', 'new');
  return {
    port,
    certificate,
    log: () => (existsSync(at('mail.log')) ? readFileSync(at('mail.log'), 'utf8') : ''),
    /** As many messages as are expected, as they lie in the mailbox. */
    mailbox: (count: number): Promise<string[]> =>
      vi.waitFor(() => {
        const files = existsSync(box) ? readdirSync(box) : [];
        if (files.length < count) throw new Error(`${files.length} of ${count} messages`);
        return files.map((name) => readFileSync(path.join(box, name), 'utf8'));
      }, PATIENCE),
  };
}

/** The authentication protocol of Dovecot 1.2, as far as PLAIN and LOGIN need it. */
function answerSignIn(socket: Socket, people: Readonly<Record<string, string>>): void {
  const cookie = randomBytes(16).toString('hex');
  socket.write(
    `VERSION\t1\t2\nMECH\tPLAIN\tplaintext\nMECH\tLOGIN\tplaintext\nSPID\t1\nCUID\t1\nCOOKIE\t${cookie}\nDONE\n`,
  );
  /** What LOGIN has said so far, by the id of the request. */
  const said = new Map<string, string[]>();
  const text = (base64 = '') => Buffer.from(base64, 'base64').toString('utf8');
  const prompt = (id: string, words: string) => socket.write(`CONT\t${id}\t${Buffer.from(words).toString('base64')}\n`);
  const decide = (id: string, user = '', password = '') =>
    socket.write(people[user] === password ? `OK\t${id}\tuser=${user}\n` : `FAIL\t${id}\tuser=${user}\n`);
  let rest = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [command, id = '', method, ...parameters] = line.split('\t');
      if (command === 'AUTH' && method === 'PLAIN') {
        const [, user, password] = text(parameters.find((one) => one.startsWith('resp='))?.slice(5)).split('\0');
        decide(id, user, password);
      } else if (command === 'AUTH') {
        said.set(id, []);
        prompt(id, 'Username:');
      } else if (command === 'CONT') {
        const words = [...(said.get(id) ?? []), text(method)];
        said.set(id, words);
        if (words.length === 1) prompt(id, 'Password:');
        else decide(id, ...words);
      }
    }
  });
}
