// Who may import whom (ARCHITECTURE.md). When a rule is broken, move the code to the right folder; do not add an exception.

const stages = [
  'sources',
  'state',
  'alerting',
  'notify',
  'push',
  'history',
  'journal',
  'protection',
  'drills',
  'auth',
  'admin',
];
const server = 'apps/server/src';
const web = 'apps/web/src';
const test = '\\.test\\.tsx?$';

/** Files under `from` may import, of our own code, only what matches one of `to`. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^(${from})`, pathNot: [test, '/testing/'] },
  to: { path: '^(apps|packages|e2e|bench)/', pathNot: to.map((p) => `^(${p})`) },
});

export default {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, dependencyTypesNot: ['type-only'], pathNot: '^(virtual:|#)' },
    },
    only(
      'schema',
      'packages/schema/src/(?!languages/[a-z]+/(?:web|cli)/)',
      ['packages/schema'],
      'schema imports zod and nothing else of ours',
    ),
    {
      name: 'languages-of-web',
      comment: 'the texts of the screens stand in the folder of their language, and are still a part of the client',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [`^${web}`, '^packages/schema/src/languages/[a-z]+/web/'] },
      to: { path: '^packages/schema/src/languages/[a-z]+/web/' },
    },
    {
      name: 'languages-of-cli',
      comment: 'the same for the texts of the command line',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: ['^apps/cli/', '^packages/schema/src/languages/[a-z]+/cli/'] },
      to: { path: '^packages/schema/src/languages/[a-z]+/cli/' },
    },
    {
      name: 'schema-only-zod',
      severity: 'error',
      from: { path: '^packages/schema/src', pathNot: test },
      to: { path: 'node_modules/', pathNot: 'node_modules/(zod|\\.pnpm/zod@)' },
    },
    only('domain', 'packages/domain', ['packages/domain', 'packages/schema'], 'pure functions over schema shapes'),
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: test },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    only(
      'lab',
      'packages/lab',
      ['packages/lab', 'packages/domain', 'packages/schema'],
      'the lab speaks the wire; it knows no product code',
    ),
    only(
      'configuration',
      'packages/configuration',
      ['packages/configuration', 'packages/domain', 'packages/schema'],
      'the configuration file is read without a server',
    ),
    only(
      'release',
      'packages/release',
      ['packages/release', 'packages/domain', 'packages/schema'],
      'what the server, the updater and the makers of releases share',
    ),
    only('lib', `${server}/lib`, [`${server}/lib`, 'packages/schema', 'packages/domain'], 'tiny things at the bottom'),
    only(
      'config-db',
      `${server}/(config|db)/`,
      [
        `${server}/(config|db|lib)/`,
        'packages/schema',
        'packages/domain',
        'packages/configuration',
        'packages/release',
      ],
      'below all stages',
    ),
    ...stages.map((stage) =>
      only(
        `stage-${stage}`,
        `${server}/${stage}/`,
        [
          `${server}/(${stage}|config|db|lib)/`,
          `${server}/http/(audited|gate|mount|origin|reply)`,
          'packages/schema',
          'packages/domain',
          ...(stage === 'admin' ? ['packages/release'] : []),
        ],
        'stages meet in pipeline.ts and composition/, not in each other',
      ),
    ),
    only(
      'evidence',
      `${server}/evidence/`,
      [
        `${server}/(evidence|config|db|lib|history|journal|protection)/`,
        `${server}/http/(audited|mount)`,
        ...['packages/schema', 'packages/domain', 'packages/evidence'],
      ],
      'a report is made from what other parts keep, and no part knows of reports',
    ),
    only(
      'evidence-files',
      'packages/evidence',
      ['packages/evidence', 'packages/domain', 'packages/schema'],
      'the server makes these files, and the command line checks them',
    ),
    {
      name: 'sources-apart',
      comment: 'one kind of source never imports another; what two need goes to proxmox-api, or further down',
      severity: 'error',
      from: { path: `^${server}/sources/([^/]+)/`, pathNot: [test, '/testing/'] },
      to: { path: `^${server}/sources/[^/]+/`, pathNot: [`^${server}/sources/($1|proxmox-api)/`] },
    },
    {
      name: 'admin-apart',
      comment: 'one feature of admin never imports another; what two need goes down to lib, config or http',
      severity: 'error',
      from: { path: `^${server}/admin/([^/]+)/`, pathNot: [test, '/testing/'] },
      to: { path: `^${server}/admin/`, pathNot: `^${server}/admin/$1/` },
    },
    {
      name: 'rules-and-services-apart',
      comment:
        'one alert rule or service of notifications never imports another; all know their contract, and only the registry knows all',
      severity: 'error',
      from: { path: `^(${server}/(?:alerting/rules|notify/services))/(?!registry\\.)([^/.]+)`, pathNot: test },
      to: {
        path: '^$1/',
        pathNot: ['^$1/$2[/.]', '^$1/(rule|webhook|webhook-sender|receipt|markdown|teams-card)\\.ts$'],
      },
    },
    {
      name: 'measured-from-outside',
      comment: 'apps and packages know neither the journeys nor the benchmarks',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { path: '^(e2e|bench)/' },
    },
    {
      name: 'demo-starts-programs',
      comment:
        'the server starts no program, except the lab of a demo and the workers of the history, of large answers and of reports: nothing a request says can become a command',
      severity: 'error',
      from: {
        path: `^${server}`,
        pathNot: [
          test,
          '/testing/',
          `^${server}/composition/demo\\.ts$`,
          `^${server}/history/worker(-thread)?\\.ts$`,
          `^${server}/lib/(large-json|json-worker)\\.ts$`,
          `^${server}/evidence/(maker|worker)\\.ts$`,
        ],
      },
      to: { path: '^(node:)?(child_process|cluster|vm|worker_threads)$' },
    },
    {
      name: 'docker-client-once',
      comment: 'engine.ts asks the Docker engine and nothing else does: there stands which calls are allowed',
      severity: 'error',
      from: { path: '^apps/docker-agent', pathNot: [test, '^apps/docker-agent/src/engine/engine\\.ts$'] },
      to: { path: 'node_modules/.*docker-modem' },
    },
    {
      name: 'no-lab-in-product',
      comment: 'demo mode starts the lab as a program of its own',
      severity: 'error',
      from: { path: `^(${server}|${web}|apps/docker-agent)`, pathNot: [test, '/testing/', 'rolldown.config'] },
      to: { path: '^packages/lab' },
    },
    only(
      'web-lib-ui',
      `${web}/(lib|ui)/`,
      [`${web}/(lib|ui)/`, `${web}/languages/marked`, 'packages/schema', 'packages/domain'],
      'stateless, at the bottom',
    ),
    {
      name: 'figures-in-language',
      comment: 'the client writes figures in the language of the user: lib/language/format.ts',
      severity: 'error',
      from: { path: `^${web}`, pathNot: `^${web}/lib/language/` },
      to: { path: '^packages/domain/src/format\\.ts$' },
    },
    only('web-live', `${web}/live/`, [`${web}/(live|lib)/`, 'packages/schema', 'packages/domain'], 'the replica'),
    only('web-api', `${web}/api/`, [`${web}/(api|live|lib)/`, 'packages/schema', 'packages/domain'], 'calls'),
    only(
      'web-alert-config',
      `${web}/alert-config/`,
      [`${web}/(alert-config|api|live|lib|ui)/`, 'packages/schema', 'packages/domain'],
      'the unsaved configuration of alerts, which the features for thresholds and for notifications share',
    ),
    {
      name: 'features-apart',
      comment: 'a feature never imports another; what two need goes down to ui, lib or domain',
      severity: 'error',
      from: { path: `^${web}/features/([^/]+)/` },
      to: { path: `^${web}/(features|routes)/`, pathNot: `^${web}/features/$1/` },
    },
    {
      name: 'no-zod-in-browser',
      comment: 'the browser takes types and constants from schema, not validators',
      severity: 'error',
      from: { path: `^${web}` },
      to: { path: 'node_modules/(\\.pnpm/)?zod', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist'] },
    exclude: { path: ['^(?!.*node_modules).*/dist/', '\\.gen\\.ts$'] },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
