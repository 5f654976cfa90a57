// The files for other ways to run Belfry: they are well formed, have the version of this source, and take away all privileges.
import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import project from '../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');
const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const yaml = (file: string) => parse(text(file), { strict: true, uniqueKeys: true });
const chart = path.join(root, 'packaging/helm/belfry');
const addOn = 'packaging/home-assistant/belfry';
const found = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

test('every YAML file that is no template is well formed, without a key that is there twice', () => {
  const files = globSync(['docker/*.yaml', 'packaging/**/*.yaml'], { cwd: root }).filter(
    (file) => !file.includes('templates/'),
  );
  expect(files).toEqual(expect.arrayContaining(['docker/compose.yaml', 'packaging/helm/belfry/values.yaml']));
  for (const file of files) expect([file, yaml(file)]).toEqual([file, expect.any(Object)]);
});

test('the chart and the add-on have the version of this source', () => {
  expect(yaml('packaging/helm/belfry/Chart.yaml')).toMatchObject({
    version: project.version,
    appVersion: project.version,
  });
  expect(yaml(`${addOn}/config.yaml`).version).toBe(project.version);
  for (const image of Object.values(yaml(`${addOn}/build.yaml`).build_from))
    expect(image).toMatch(`:${project.version}`);
});

test('docker-compose accepts the compose file', (ctx) => {
  const plugin = found('docker', 'compose', 'version');
  if (!plugin && !found('docker-compose', '--version'))
    ctx.skip('no docker-compose (Debian: apt-get install docker-compose)');
  const [program = '', ...args] = [
    ...(plugin ? ['docker', 'compose'] : ['docker-compose']),
    '-f',
    'docker/compose.yaml',
    'config',
    '-q',
  ];
  const { status, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('HAProxy accepts the shipped configuration of two servers', (ctx) => {
  if (!found('haproxy', '-v')) ctx.skip('no haproxy (Debian: apt-get install haproxy)');
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-haproxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'haproxy.cfg');
  // no machine has these names here
  const shipped = readFileSync(path.join(root, 'docker/two-servers/haproxy.cfg'), 'utf8');
  writeFileSync(file, shipped.replaceAll(/ belfry-[ab]:/g, ' 127.0.0.1:'));
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('ALERT')]);
});

/** The objects of the chart with these values, by kind; the complaint, where helm refuses the values. */
function rendered(values: object): { objects: Record<string, unknown>; complaint: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-chart-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const { stdout, stderr } = spawnSync('helm', ['template', 'home', chart, '-f', file, '--kube-version', '1.30.0'], {
    encoding: 'utf8',
  });
  const objects = parseAllDocuments(stdout)
    .map((document) => document.toJS())
    .filter(Boolean);
  return { objects: Object.fromEntries(objects.map((object) => [object.kind, object])), complaint: stderr };
}

test('helm lints the chart, and renders one process without privileges that keeps its data', (ctx) => {
  if (!found('helm', 'version')) ctx.skip('no helm (go install helm.sh/helm/v3/cmd/helm@latest)');
  const image = { repository: 'registry.example/belfry' };
  const lint = spawnSync('helm', ['lint', '--strict', chart, '--set', `image.repository=${image.repository}`], {
    encoding: 'utf8',
  });
  expect([lint.status, lint.stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  const settings = { BELFRY_LOG_LEVEL: 'debug', BELFRY_AUTH_DISABLED: false };
  const ingress = { enabled: true, host: 'belfry.example', tlsSecret: 'certificate' };
  const { objects } = rendered({ image, settings, ingress, settingsFromSecrets: ['more'] });
  expect(Object.keys(objects).toSorted()).toEqual(['Ingress', 'Service', 'StatefulSet']);
  expect(objects.StatefulSet).toMatchObject({
    spec: {
      replicas: 1,
      template: {
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 },
          containers: [
            {
              image: `registry.example/belfry:${project.version}`,
              securityContext: {
                readOnlyRootFilesystem: true,
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
              env: [
                { name: 'BELFRY_AUTH_DISABLED', value: 'false' },
                { name: 'BELFRY_LOG_LEVEL', value: 'debug' },
              ],
              envFrom: [{ secretRef: { name: 'more' } }],
              volumeMounts: expect.arrayContaining([{ name: 'data', mountPath: '/data' }]),
            },
          ],
        },
      },
      volumeClaimTemplates: [{ spec: { resources: { requests: { storage: '10Gi' } } } }],
    },
  });
  expect(rendered({}).complaint).toContain('name the image of Belfry in your registry');
  expect(rendered({ image, setings: {} }).complaint).toContain('setings');
  expect(rendered({ image, settings: { PATH: '/' } }).complaint).toContain('PATH');
});

test('the options of the add-on become settings, whatever characters they have; a name of another kind is refused', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-options-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'options.json');
  const run = (options: object) => {
    writeFileSync(file, JSON.stringify(options));
    const script = 'settings=$(node "$1" "$2") && eval "$settings" && printf %s "$BELFRY_LOG_LEVEL|$BELFRY_PUBLIC_URL"';
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', script, 'sh', path.join(root, addOn, 'options.mjs'), file],
      { encoding: 'utf8' },
    );
    return [status, stdout + stderr];
  };
  const value = 'a\'b; touch "$HOME/x" `id`\n$(id)';
  expect(run({})).toEqual([0, 'info|']);
  expect(run({ log_level: 'debug', settings: [{ name: 'BELFRY_PUBLIC_URL', value }] })).toEqual([0, `debug|${value}`]);
  expect(run({ settings: [{ name: 'PATH=/; id', value }] })).toEqual([
    1,
    expect.stringContaining('is no setting of Belfry'),
  ]);
  expect(yaml(`${addOn}/config.yaml`).schema.settings[0].name).toBe('match(^BELFRY_[A-Z0-9_]+$)');
});

test('the add-on and the chart accept the name of every setting that the server knows', () => {
  const read = globSync('apps/server/src/config/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...text(file).matchAll(/'(BELFRY_[A-Z0-9_]+)'/g)].map(([, name = '']) => name));
  const names = [...new Set([...read, 'BELFRY_BACKUP_S3_SECRET_ACCESS_KEY', 'BELFRY_BACKUP_S3_URL'])];
  expect(names.length).toBeGreaterThan(30);
  const [, ofAddOn = ''] = /^match\((.*)\)$/.exec(yaml(`${addOn}/config.yaml`).schema.settings[0].name) ?? [];
  const ofChart = JSON.parse(text('packaging/helm/belfry/values.schema.json')).properties.settings.propertyNames
    .pattern;
  for (const pattern of [ofAddOn, ofChart]) for (const name of names) expect(name).toMatch(new RegExp(pattern));
});

test('the container passes every command of the server and of the command line on to its program', () => {
  const script = text('docker/entrypoint.sh');
  const passed = new Set(
    [...script.matchAll(/^ {2}([a-z][a-z0-9 |*-]*)\)/gm)].flatMap(([, words = '']) =>
      words.split('|').map((word) => word.trim()),
    ),
  );
  const program = text('apps/cli/src/program.ts');
  // The commands of the program itself have one indentation; those below another command begin with its name.
  const own = [
    ...program.matchAll(/\bprogram\s*\.command\('([a-z-]+)/g),
    ...program.matchAll(/^ {2}program\n {4}\.command\('([a-z-]+)/gm),
  ].map(([, name = '']) => name);
  const server = [...text('packages/schema/src/sentences/recovery.ts').matchAll(/^ {7}belfry ([a-z][a-z-]+)/gm)];
  const words = [...own, ...server.map(([, name = '']) => name)];
  expect(words).toEqual(
    expect.arrayContaining(['status', 'config', 'update', 'reset-password', 'rotate-key', 'backup']),
  );
  for (const word of words) expect(passed).toContain(word);
});

test('the installer puts data back as the user of the service: a link in its folder leads to no file of root', (ctx) => {
  if (process.getuid?.() !== 0 || !found('setpriv', '--version')) ctx.skip('needs root and setpriv');
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-installer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const script = `
    set -eu
    systemctl() { :; }; remove_program() { :; }; remove_data() { :; }; die() { :; }
    fresh='' previous='' version=2 home=$1/home server=belfry store=$1/store work=$1/work data=$1/store
    # what a program of that user can do between two steps
    plant() { ln -s "$home/of-root" "$store/belfry.db"; }
    find() { command find "$@"; plant; }
    runuser() { shift 3; setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; [ "$1" != find ] || plant; }
    mkdir "$home" "$store" "$work"
    printf 'of root' >"$home/of-root"
    printf 'of belfry' >"$store/belfry.db"
    chown -R 65534:65534 "$store"
    . "$2"
    if command -v save_data >/dev/null; then save_data; else cp -a -- "$store" "$work/data"; fi
    roll_back`;
  const service = path.join(root, 'packaging/install/service.sh');
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', folder, service], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const content = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  expect([content('home/of-root'), content('store/belfry.db')]).toEqual(['of root', 'of belfry']);
  expect(lstatSync(path.join(folder, 'store/belfry.db')).isFile()).toBe(true);
});
