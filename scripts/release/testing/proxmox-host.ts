// A stand-in for a Proxmox VE host: its commands as scripts that accept what their manuals document.
import { spawnSync } from 'node:child_process';
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
import { onTestFinished } from 'vitest';

export const template = 'debian-12-standard_12.12-1_amd64.tar.zst';
/** They accept what the manual of each command documents, write down each call, and end with 2 for everything else. */
const commands: Record<string, string> = {
  id: '[ "$1" = -u ] && echo "$FAKE_UID"',
  pvesh: '[ "$*" = "get /cluster/nextid" ] && echo 104',
  pvesm: `[ "$1 $2" = "status --content" ] || exit 2
    echo "Name         Type     Status           Total            Used       Available        %"
    case $3 in
      rootdir) echo "broken       dir    inactive 0 0 0 0.00%"; echo "local-lvm    lvmthin  active 1 1 1 1.00%" ;;
      vztmpl) echo "local        dir      active 1 1 1 1.00%" ;;
      *) exit 2 ;;
    esac`,
  pveam: `case "$*" in
      "list local") echo "NAME SIZE"; ! [ -e $FAKE/template ] || echo "local:vztmpl/${template} 120.65MB" ;;
      update) ;;
      "available --section system") printf "system          %s\\n" alpine-3.22-default_1_amd64.tar.xz debian-12-standard_12.7-1_amd64.tar.zst ${template} debian-13-standard_13.1-2_amd64.tar.zst ;;
      "download local ${template}") touch $FAKE/template ;;
      *) exit 2 ;;
    esac`,
  pct: `word=$1 id=$2; shift 2
    case $word in
      status) [ -e $FAKE/ct-$id ] && echo "status: running" || exit 2 ;;
      create)
        touch $FAKE/ct-$id; shift
        while [ $# -gt 0 ]; do
          case $1 in
            --hostname | --unprivileged | --features | --cores | --memory | --swap | --rootfs | --net0 | --onboot | --timezone) shift 2 ;;
            *) echo "Unknown option: $1" >&2; exit 2 ;;
          esac
        done ;;
      start | stop) [ -e $FAKE/ct-$id ] ;;
      destroy) [ "$*" = "--purge 1" ] && rm $FAKE/ct-$id ;;
      push) [ $# -eq 2 ] && cp "$1" "$FAKE/pushed-\${2##*/}" ;;
      exec) [ "$1" = -- ] || exit 2; case "$*" in *install.sh\\ *) exit "\${FAKE_INSTALL:-0}" ;; esac ;;
      *) exit 2 ;;
    esac`,
};

/** A host with the commands of Proxmox, except `without`, on which `script` is started. */
export function proxmoxHost(script: string, without?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-proxmox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => path.join(folder, name);
  mkdirSync(at('bin'));
  for (const [name, body] of Object.entries(commands).filter(([name]) => name !== without)) {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n[ ${name} = id ] || echo "${name} $*" >>$FAKE/calls\n${body}\n`);
    chmodSync(at(`bin/${name}`), 0o755);
  }
  mkdirSync(at('release'));
  for (const name of ['SHA256SUMS', 'SHA256SUMS.minisig', 'belfry-1.2.3-linux-x64.tar.gz'])
    writeFileSync(at(`release/${name}`), name);
  writeFileSync(at('script'), script);
  const run = (args: string[], env: NodeJS.ProcessEnv = {}, input?: string) => {
    const PATH = `${at('bin')}:${process.env.PATH}`;
    const command = `sh ${at('script')} ${args.join(' ')}`;
    // without a terminal, or with one that has these lines typed on it
    const [program, words] =
      input === undefined ? ['setsid', ['sh', '-c', command]] : ['script', ['-qec', command, '/dev/null']];
    const { status, stdout, stderr } = spawnSync(program as string, words as string[], {
      ...{ env: { PATH, FAKE: folder, FAKE_UID: '0', ...env }, input, encoding: 'utf8' },
    });
    return { status, said: stdout + stderr };
  };
  const calls = () => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : []);
  const pushed = () => readdirSync(folder).filter((name) => name.startsWith('pushed-'));
  return { run, calls, pushed, at, release: at('release') };
}
