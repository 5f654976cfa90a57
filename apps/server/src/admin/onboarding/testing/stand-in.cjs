// Stands in for the commands of a Proxmox host: one program, known by the name it is called with. Keeps users, roles,
// tokens and ACLs in a JSON file, and writes down how it was called.
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const dir = process.env.STAND_IN_DIR;
const name = path.basename(process.argv[1]);
const args = process.argv.slice(2);
const file = path.join(dir, 'host.json');
const before = readFileSync(file, 'utf8');
const host = JSON.parse(before);
const option = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const print = (value) => process.stdout.write(typeof value === 'string' ? `${value}\n` : JSON.stringify(value));
const refuse = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(255);
};
const input = name === 'curl' ? readFileSync(0, 'utf8') : undefined;
appendFileSync(path.join(dir, 'calls.jsonl'), `${JSON.stringify({ name, args, input })}\n`);

const addToken = (user, token, ids) => {
  if (!host.users.includes(user)) refuse('no such user');
  if (host.tokens.includes(token)) refuse('token already exists');
  host.tokens.push(token);
  return ids;
};
const acl = (where, who, role, remove) => {
  const entry = `${where} ${who} ${role}`;
  host.acl = host.acl.filter((e) => e !== entry);
  if (!remove) host.acl.push(entry);
};
const removeUser = (user) => {
  if (!host.users.includes(user)) refuse('no such user');
  host.users = host.users.filter((u) => u !== user);
  host.acl = host.acl.filter((e) => !e.includes(` ${user} `));
};
const removeToken = (_user, token) => {
  if (!host.tokens.includes(token)) refuse('no such token');
  host.tokens = host.tokens.filter((t) => t !== token);
  // The rules of the token stay, as on a real host (pve-access-control, PVE/API2/User.pm).
};
const permissions = (who) => host.acl.some((e) => e.startsWith(`/ ${who} `)) && !host.aclBroken;

const audits = () => host.privileges.split(',').filter((each) => each.endsWith('.Audit'));
const builtIn = () => ({
  Administrator: host.privileges,
  PVEAuditor: audits().join(),
  PVEDatastoreAdmin: 'Datastore.Allocate',
});

const pveum = {
  'role list': () =>
    print(Object.entries({ ...builtIn(), ...host.roles }).map(([roleid, privs]) => ({ privs, roleid }))),
  'role add': () => {
    if (host.roles[args[2]]) refuse('role exists');
    const known = host.privileges.split(',');
    const wrong = (option('--privs') ?? '').split(',').find((privilege) => !known.includes(privilege));
    if (wrong !== undefined) refuse(`400 Parameter verification failed.\nprivs: invalid privilege '${wrong}'`);
    host.roles[args[2]] = option('--privs');
  },
  'role modify': () => {
    host.roles[args[2]] = option('--privs');
  },
  'role delete': () => {
    delete host.roles[args[2]];
  },
  'user list': () => print(host.users.map((userid) => ({ enable: 1, userid }))),
  'user add': () => {
    if (host.users.includes(args[2])) refuse('user already exists');
    host.users.push(args[2]);
  },
  'user delete': () => removeUser(args[2]),
  'acl modify': () => {
    for (const role of option('--roles').split(',')) acl(args[2], option('--users') ?? option('--tokens'), role, false);
  },
  'acl delete': () => {
    const who = option('--users') ?? option('--tokens');
    const [, token] = who.split('!');
    if (token !== undefined && !host.tokens.includes(token)) refuse('no such token');
    for (const role of option('--roles').split(',')) {
      if (!(role in builtIn()) && !host.roles[role]) refuse(`role '${role}' does not exist`);
      acl(args[2], who, role, true);
    }
  },
  'user token list': () => print(host.tokens.map((tokenid) => ({ privsep: 1, tokenid }))),
  'user token add': () =>
    print(
      addToken(args[3], args[4], {
        'full-tokenid': `${args[3]}!${args[4]}`,
        info: { privsep: '1' },
        value: host.value,
      }),
    ),
  'user token remove': () => removeToken(args[3], args[4]),
  'user token permissions': () => print({ '/': permissions(`${args[3]}!${args[4]}`) ? { 'Sys.Audit': 1 } : {} }),
};
const pbsUser = 'belfry-monitor@pbs';
const pbs = {
  'user list': () => print(host.users.map((userid) => ({ userid }))),
  'user create': () => {
    if (host.users.includes(args[2])) refuse('user exists');
    host.users.push(args[2]);
  },
  'user remove': () => removeUser(args[2]),
  'user list-tokens': () => print(host.tokens.map((t) => ({ tokenid: `${pbsUser}!${t}` }))),
  'user generate-token': () =>
    print(
      `Result: ${JSON.stringify(addToken(args[2], args[3], { tokenid: `${args[2]}!${args[3]}`, value: host.value }), null, 2)}`,
    ),
  'user delete-token': () => removeToken(args[2], args[3]),
  'user permissions': () => print(permissions(args[2]) ? 'Path: /\n- Sys.Audit (*)' : 'Path: /'),
  'acl update': () => acl(args[2], option('--auth-id'), args[3], option('--delete') === 'true'),
};
const commands = {
  pveum,
  'proxmox-backup-manager': pbs,
  curl: { '': () => (host.answer === null ? refuse('could not connect') : print(host.answer)) },
  openssl: { '': () => print(args[0] === 'x509' ? `sha256 Fingerprint=${host.fingerprint}` : 'a certificate') },
  id: { '': () => print(String(host.uid)) },
  hostname: { '': () => print(host.hostname) },
};
const known = commands[name];
const words = [3, 2, 0].map((n) => args.slice(0, n).join(' ')).find((w) => known[w]);
if (words === undefined) refuse(`${name}: not known here: ${args.join(' ')}`);
known[words]();
// Two commands of one pipe run at the same time: who changes nothing writes nothing.
if (JSON.stringify(host) !== before) writeFileSync(file, JSON.stringify(host));
