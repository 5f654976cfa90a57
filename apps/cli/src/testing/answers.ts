// What a Belfry answers to each call of the command line. Its names are digits, so that every word is a text of Belfry.
import { plainGuest, plainNode } from '@belfry/domain/plain-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { ExportConfig } from '@belfry/schema/history/exports';
import { EmailSettings } from '@belfry/schema/notifications/email';
import { MqttConfig } from '@belfry/schema/notifications/mqtt';

const AT = '2026-01-02T03:04:05Z';
export const sentence = { id: 'node.notFound' };
const says = { message: 'Node not found', sentence };
const alert = (level: string, more: object) => ({
  ...{ id: '7/9', type: 'cpu', level, resourceId: '7', resourceName: '7-7', node: '8-8', instance: '9' },
  ...{ value: 95, threshold: 80, startTime: AT, acknowledged: false, ...says, ...more },
});
const alerts = [alert('critical', { acknowledged: true, ackUser: '5-5' }), alert('warning', { acknowledged: true })];
const guests = ['running', 'stopped', 'paused'].map((status, i) => ({
  ...plainGuest(aGuest({ vmid: 100, name: '1-1', node: '8-8', status } as Parameters<typeof aGuest>[0]), AT),
  ...{ lastBackup: AT, ...(i === 1 && { staleSince: AT }) },
}));
const nodes = ['online', 'offline'].map((status) => ({
  ...plainNode(aNode({ id: '8-8', name: '8-8' }), AT),
  ...{ status, instance: '9-9', pveVersion: '9.0' },
}));
const instance = { id: '9', kind: 'pve', name: '9-9', host: '9-9', dropped: 0, endpoints: [] };
const state = {
  ...{
    nodes,
    vms: guests,
    containers: [],
    storage: [],
    dockerHosts: [],
    pbs: [],
    serverProblems: { disk: { ...says, since: AT } },
  },
  instances: ['error', 'degraded'].map((health) => ({ ...instance, health })),
};
const named = [{ id: 'reload', values: {} }];
const host = {
  ...{
    id: '9',
    name: '9-9',
    host: '9-9',
    type: 'pve',
    authMethod: 'api_token',
    connected: true,
    details: {},
    droppedItems: 3,
  },
  gaps: [{ kind: 'timeout', ...says }, { kind: 'auth' }, { kind: 'forbidden', part: '6-6', needs: '5-5' }],
};
const vmDiskCheck = { vmsFound: 3, vmsWithAgent: 1, vmsWithDiskData: 1, problematicVMs: [] };
const disks = { enabled: true, nodesChecked: 0, nodesWithDisks: 0, totalDisks: 0, nodeResults: [] };
const dockerHost = { id: '4', name: '4-4', status: '?', lastSeen: 0, agentOutdated: true, containers: 0 };
const diagnostics = {
  ...{
    version: '1',
    runtime: '',
    uptime: 0,
    checkedAt: AT,
    pbs: [],
    pmg: [],
    errors: [],
    nodeSnapshots: [],
    guestSnapshots: [],
  },
  nodes: [
    { ...host, vmDiskCheck, physicalDisks: disks },
    { ...host, connected: false, error: 'Node not found', sentence, vmDiskCheck, physicalDisks: disks },
  ],
  dockerHosts: [90, -90].map((clockAheadSeconds) => ({ ...dockerHost, clockAheadSeconds })),
  system: { os: '', arch: '', nodeVersion: '', numCPU: 1, memoryMB: 1, memory: { alloc: 1, resident: 1 } },
  history: {
    enabled: true,
    sizeBytes: 0,
    maxBytes: 0,
    resources: 0,
    tiers: [],
    damagedBlocks: 0,
    problems: [],
    imports: [],
  },
  defects: [{ where: '3-3', count: 2, first: AT, last: AT }],
};
const exported = { waiting: 5, waitingBytes: 9, sent: 0, dropped: 7 };
const secrets = {
  password: '',
  clientSecret: '',
  refreshToken: '',
  passwordSet: false,
  clientSecretSet: false,
  refreshTokenSet: false,
};
const delivery = {
  ...{
    id: 'd',
    destination: { id: 'e', name: '2-2', service: 'e' },
    kind: 'raised',
    alerts: [],
    alertCount: 1,
    words: '',
  },
  ...{ state: 'given-up', attempts: 3, lost: 0, createdAt: AT, sentence: { id: 'delivery.disabled' } },
};
const place = { kind: 's3', place: '2-2', problem: '1-1' };
const backup = { file: '0-0', at: AT, sizeBytes: 2048, version: '1' };
const lastGood = { ...backup, ageSeconds: 9 };
const entry = {
  ...{
    event_id: '1',
    timestamp: AT,
    action: 'update',
    channel: '',
    version_from: '1',
    version_to: '2',
    deployment_type: '',
  },
  ...{ initiated_by: 'user', initiated_via: 'ui', status: 'rolled_back', duration_ms: 1, notes: '' },
};

const saved = {
  ...{ id: '1', storage: '2-2', node: '8-8', instance: '9-9', type: 'qemu', vmid: 100, time: AT, ctime: 0, size: 2048 },
  ...{ format: '', protected: false, encrypted: false, volid: '', isPBS: false, verified: false },
};
const edit = { type: 'cpu', alerts: 2, kept: 1 };
const trigger = { ...edit, is: 'trigger', key: '7', clear: 80, from: 80, to: 85 };
const noisy = {
  ...{ id: '7-7', type: 'cpu', name: '1-1', resourceType: 'guest', message: '' },
  ...{ alerts: 4, acknowledged: 1, alone: 3, aloneMs: 60_000, hours: Array.from({ length: 24 }, () => 0) },
};

export const answers = {
  'GET /api/alerts/active': alerts,
  'GET /api/alerts/why?resource=7': {
    resource: { id: '7-7', name: '7', list: 'vms' },
    reasons: (['none', 'pending', 'attached', 'active', 'acknowledged'] as const).map((status) => ({
      ...{ id: '7', type: 'cpu', status, is: 'measured', value: 95, unit: 'percent', ...says },
      heldBack: [{ by: 'silence', until: AT }, { by: 'maintenance' }],
    })),
  },
  'GET /api/alerts/noise': {
    ...{ from: 0, to: 1, stepMs: 600_000, total: 9, kinds: 3 },
    alerts: [
      { ...noisy, edits: [trigger, { ...edit, is: 'delay', kind: 'guest', from: 5, to: 600 }], replayed: 4 },
      ...(['event', 'off', 'noPast', 'coarse', 'none'] as const).map((why) => ({ ...noisy, edits: [], why })),
    ],
  },
  'GET /api/alerts/noise?days=7': { from: 0, to: 1, stepMs: 600_000, total: 0, kinds: 0, alerts: [] },
  'GET /api/journal?resource=7': {
    entries: (['changed', 'created', 'removed'] as const).map((event, i) => ({
      ...{
        id: `${i}`,
        at: AT,
        ...(i > 0 && { since: AT }),
        resource: '7',
        instance: '9',
        name: '7-7',
        kind: 'guest',
        event,
      },
      ...{ by: i > 0 ? null : '5-5', source: 'task', changes: [{ field: '7', before: null, after: '8' }] },
    })),
    next: '1-1',
  },
  'GET /api/journal?by=7': { entries: [], next: null },
  'POST /api/alerts/bulk/acknowledge': { results: [{ alertId: '7', success: true }] },
  'POST /api/alerts/bulk/unacknowledge': { results: [{ alertId: '7', success: false, error: 'Alert not found' }] },
  'POST /api/alerts/silences': {
    id: '1',
    target: { kind: 'alert', value: '7' },
    reason: '',
    by: '',
    since: AT,
    until: AT,
  },
  'GET /api/state': state,
  'GET /api/stats': { version: '1.0.0', uptime: 5, startTime: '', pollingCycles: 0, webSocketClients: 0 },
  'GET /api/guests': { guests },
  'GET /api/guests?search=': { guests },
  'GET /api/guests?search=7': { guests: [] },
  'GET /api/backups/pve': { backups: [saved] },
  'GET /api/backups/pbs': { instances: [], backups: [] },
  'GET /api/updates/check': {
    ...{ available: true, currentVersion: '1.0.0', latestVersion: '1.1.0', releaseNotes: '', releaseDate: '' },
    ...{ downloadUrl: '', isPrerelease: false },
  },
  'GET /api/updates/plan?version=1.1.0': {
    ...{
      canAutoUpdate: false,
      instructions: ['Reload this page'],
      prerequisites: ['x'],
      problems: ['x'],
      command: '1-1',
    },
    ...{ estimatedTime: '', requiresRoot: false, rollbackSupport: false },
    named: { instructions: named, prerequisites: named, problems: named },
  },
  'GET /api/updates/status': {
    ...{ status: 'idle', progress: 0, message: 'x', error: '', updatedAt: '', hasFeed: true, named: named[0] },
  },
  'GET /api/updates/history?limit=50': [entry],
  'GET /api/updates/history': [entry],
  'GET /api/system/backups': {
    ...{ enabled: true, next: AT, lastGood, backups: [backup] },
    problem: { message: 'x', since: AT, cause: { id: 'missing', values: { path: '1-1' } } },
    stores: [place, { ...place, count: 3 }, { ...place, count: 3, lastGood }, { kind: 's3', place: '2-2', count: 1 }],
  },
  'POST /api/system/backups': backup,
  'POST /api/config/export': { status: 'success', data: 'sealed' },
  'POST /api/config/import': {
    ...{ status: 'success', message: 'x', left: [{ path: '1-1', ...says }], notices: ['x'], sentences: [sentence] },
  },
  'POST /api/config/file/export': { config: {} },
  'POST /api/config/file/apply': {
    ...{ changes: [{ path: '1-1', before: '1', after: '1' }], left: [], notices: ['x'], sentences: [sentence] },
  },
  'GET /api/version': {
    ...{ version: '1.0.0', build: 'release', runtime: '', channel: 'stable', isDocker: false, isDevelopment: false },
    ...{ deploymentType: '', updateAvailable: true, latestVersion: '1.1.0' },
  },
  'GET /api/security/status': {
    ...{
      configured: true,
      hasAuthentication: true,
      requiresAuth: true,
      disabled: false,
      oidcEnabled: false,
      hasHTTPS: false,
    },
    ...{ configuredButPendingRestart: false, hasProxyAuth: false, proxyAuthUsername: '', proxyAuthIsAdmin: false },
    ...{ proxyAuthLogoutURL: '' },
  },
  'GET /api/diagnostics': diagnostics,
  'GET /api/notifications/mqtt': { ...MqttConfig.parse({ enabled: true, host: '9-9' }), connected: false },
  'GET /api/notifications/log?latest=destination': [delivery],
  'GET /api/notifications/webhooks': [],
  'GET /api/notifications/email': { ...EmailSettings.parse({ enabled: false }), ...secrets },
  'GET /api/history/exports/prometheus': {
    ...ExportConfig.parse({ enabled: true, url: 'http://1' }),
    status: exported,
  },
  'GET /api/history/exports/influxdb': {
    ...{ ...ExportConfig.parse({ enabled: true, url: 'http://1' }), status: { ...exported, problem: '1-1' } },
  },
  'GET /api/config/addresses': { publicUrl: 'http://127.0.0.1:1', addresses: [], isOnlyHere: false },
  'GET /api/health': { status: 'healthy', timestamp: 1, uptime: 60 },
};
