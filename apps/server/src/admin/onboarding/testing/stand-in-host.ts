// A Proxmox host for setup scripts: fake commands come first on the path of a real bash.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface HostState {
  users: string[];
  roles: Record<string, string>;
  tokens: string[];
  /** `path who role` */
  acl: string[];
  /** The privileges that exist in this version. */
  privileges: string;
  /** The value of the next token. */
  value: string;
  /** The answer of the server to a registration; null: the server cannot be reached. */
  answer: unknown;
  aclBroken: boolean;
  uid: number;
  hostname: string;
  fingerprint: string;
}
export interface Call {
  name: string;
  args: string[];
  input?: string;
}

const names = ['pveum', 'proxmox-backup-manager', 'curl', 'openssl', 'id', 'hostname'];
export const FINGERPRINT = 'AB:'.repeat(31).concat('CD');

export function standInHost(state: Partial<HostState> = {}, without: readonly string[] = []) {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-host-'));
  const [bin, work] = [path.join(dir, 'bin'), path.join(dir, 'work')];
  mkdirSync(bin);
  mkdirSync(work);
  const program = readFileSync(path.join(import.meta.dirname, 'stand-in.cjs'), 'utf8');
  for (const name of names.filter((n) => !without.includes(n))) {
    writeFileSync(path.join(bin, name), `#!${process.execPath}\n${program}`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const stateFile = path.join(dir, 'host.json');
  const callsFile = path.join(dir, 'calls.jsonl');
  const host: HostState = {
    ...{
      users: ['root@pam'],
      roles: {},
      tokens: [],
      acl: [],
      privileges: 'Sys.Audit,VM.GuestAgent.Audit,VM.Backup,Datastore.AllocateSpace',
    },
    ...{ value: '8c1a6e0e-0000-4000-8000-000000000001', answer: { status: 'success' }, aclBroken: false },
    ...{ uid: 0, hostname: 'pve1', fingerprint: FINGERPRINT },
    ...state,
  };
  writeFileSync(stateFile, JSON.stringify(host));
  const env = { PATH: `${bin}:/usr/bin:/bin`, STAND_IN_DIR: dir };
  const read = (): HostState => JSON.parse(readFileSync(stateFile, 'utf8'));
  return {
    state: read,
    set: (change: Partial<HostState>) => writeFileSync(stateFile, JSON.stringify({ ...read(), ...change })),
    /** Pipes the script into bash, as the onboarding command does. */
    run(script: string, ...args: string[]) {
      const { status, stdout, stderr } = spawnSync('bash', ['-s', '--', ...args], {
        ...{ cwd: work, env, input: script, encoding: 'utf8', timeout: 120_000 },
      });
      return { status, stdout, stderr };
    },
    /** What a user types at the prompt of the script. The test process keeps running meanwhile. */
    async type(command: string) {
      const shell = spawn('bash', ['-c', command], { cwd: work, env, timeout: 120_000 });
      let output = '';
      for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += chunk));
      const [status] = await once(shell, 'close');
      return { status: status as number | null, output };
    },
    calls(): Call[] {
      if (!existsSync(callsFile)) return [];
      const lines = readFileSync(callsFile, 'utf8').trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line));
    },
    /** The files that a script left in its working directory. */
    litter: () => readdirSync(work),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
