// What `belfry doctor` finds, and what the administrator does about it.
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('doctor', {
  well: 'Nothing is wrong.',
  variable: 'Correct its name where Belfry is started, and restart.',
  needsAdmin: 'The rest of the checks need the API with a token of scope admin.',
  report: 'Report it with the file of Settings, Diagnostics, Export.',
  noReason: 'no reason given',
  dataDir: {
    missing: (dir: string) => `The data directory ${dir} does not exist.`,
    missingCure: 'Give the right one with --data-dir or BELFRY_DATA_DIR, or start Belfry once.',
    notWritable: (dir: string) => `The data directory ${dir} is not writable for this user.`,
    notWritableCure: (command: string) =>
      `Run the doctor as the user of Belfry, or give that user the folder: ${command}`,
    open: (dir: string) => `Every user of this machine may open the data directory ${dir}.`,
    otherOwner: (dir: string) => `The database belongs to another user than its folder ${dir}.`,
    full: (free: string) => `The disk of the data directory has only ${free} left.`,
    fullCure: 'Free some room, or shorten the history in the settings under History.',
    noDatabase: (dir: string) => `There is no database in ${dir}.`,
    noDatabaseCure: 'It is made at the first start. If Belfry ran before, this is another folder than the one it uses.',
    noKey: (dir: string) => `The key of the secrets, keys/belfry.key in ${dir}, is missing.`,
    noKeyCure:
      'Restore it from a backup, or set BELFRY_ENCRYPTION_KEY. Without it the stored passwords cannot be read and have to be entered again.',
  },
  destinations: {
    broker: (address: string) => `The MQTT broker at ${address} does not take Belfry's connection.`,
    brokerBecause: (address: string, reason: string) =>
      `The MQTT broker at ${address} does not take Belfry's connection: ${reason}.`,
    brokerCure: 'Check its address, port, user and certificate under Alerts, Destinations, MQTT.',
    lost: (name: string) => `The last message to ${name} did not arrive.`,
    lostBecause: (name: string, reason: string) => `The last message to ${name} did not arrive: ${reason}.`,
    lostCure: 'Send a test under Alerts, Destinations: it says what the service answers.',
    none: 'Alerts go nowhere: neither e-mail nor a webhook is switched on.',
    noneCure: 'Add a destination under Alerts, Destinations.',
  },
  exports: {
    failing: (engine: string, url: string, waiting: number, problem: string) =>
      `The export to ${engine} at ${url} does not work, ${waiting} values wait: ${problem}`,
    lost: (engine: string, url: string, dropped: number, reason: string) =>
      `The export to ${engine} at ${url} has lost ${dropped} values since the start: ${reason}`,
    cure: 'Test it under Settings, Exports: it says what the engine answers.',
  },
  hosts: {
    none: 'Belfry watches nothing yet.',
    noneCure: 'Add a host in the settings.',
    silent: (name: string, host: string, reason: string) => `${name} (${host}) does not answer: ${reason}`,
    gap: (name: string, part: string) => `${name}: ${part} cannot be read.`,
    gapBecause: (name: string, part: string, reason: string) => `${name}: ${part} cannot be read: ${reason}.`,
    gapNeeds: (name: string, part: string, privilege: string) =>
      `${name}: ${part} cannot be read, because the account lacks ${privilege}.`,
    gapNeedsCure: (privilege: string) => `Give it the privilege ${privilege}, for instance with the role PVEAuditor.`,
    aPart: 'a part',
    dropped: (name: string, count: number) => `${name}: ${count} items of its answers make no sense and are left out.`,
    noAgent: (name: string, without: number, all: number) =>
      `${name}: ${without} of ${all} running VMs have no guest agent, so the usage of their disks is unknown.`,
    noAgentCure: 'Install qemu-guest-agent in them, and switch it on in the options of the VM.',
    docker: (name: string, status: string) => `The Docker host ${name} does not report (${status}).`,
    dockerCure: 'On it: systemctl status belfry-docker-agent, and see its log.',
    oldAgent: (name: string) => `The agent of the Docker host ${name} is of an older version.`,
    oldAgentCure: 'Run the install command of the settings there again.',
    ahead: (name: string, seconds: number) => `The clock of the Docker host ${name} is ${seconds} s ahead.`,
    behind: (name: string, seconds: number) => `The clock of the Docker host ${name} is ${seconds} s behind.`,
    clockCure: 'Switch on time synchronisation (NTP) there.',
    cures: {
      unreachable:
        'Check that the host runs, that its address in the settings is right, and that no firewall is between.',
      timeout: 'Check the network to the host and its load.',
      tls: 'Its certificate is not the one you trusted, or no authority signed it. Compare it on the host, and trust it again in the settings.',
      auth: 'The token or password is refused. Make a new token on the host, and enter it in the settings.',
      forbidden: 'Give the account the role PVEAuditor (Audit on a backup server or mail gateway) on /.',
      'rate-limited': 'The host refuses so many calls. Poll it less often, or see who else calls it.',
      'bad-status': 'Look into the log of the host (journalctl -u pveproxy).',
      'bad-payload': 'Check that the address is that of the product, not of a proxy or another program.',
    },
  },
  address: {
    otherBelfry: (url: string) => `Another Belfry answers at the public address of this one, ${url}.`,
    notReached: (reason: string) => `The public address of Belfry is not reached from here. ${reason}`,
    other: (reason: string) => `Something else answers at the public address. ${reason}`,
    cure: 'Set BELFRY_PUBLIC_URL to the address of this Belfry in browsers, and restart.',
  },
  server: {
    notSetUp: 'Belfry is not set up.',
    notSetUpCure:
      'Open it in a browser and make the administrator. The link with the token is in what Belfry printed at its start.',
    open: 'Everybody who can reach Belfry may do anything: sign-in is switched off.',
    openCure: 'Take BELFRY_AUTH_DISABLED away, and restart.',
    plainHttp: 'Belfry is reached by plain HTTP: passwords can be read on the way.',
    plainHttpCure:
      'Set BELFRY_TLS_CERT and BELFRY_TLS_KEY, or BELFRY_TLS_SELF_SIGNED=true, or put a proxy with HTTPS in front.',
    newVersion: (version: string, running: string) => `Version ${version} of Belfry is available; this is ${running}.`,
    newVersionCure: 'The settings under System say how to get it.',
    problemCure: 'See the log of Belfry for the whole error.',
    clock: (seconds: number) => `The clock of Belfry differs from this machine's by ${seconds} s.`,
    clockCure: 'Switch on time synchronisation (NTP) on both.',
    defect: (where: string, times: number) => `Belfry had an unexpected error in ${where}, ${times} times.`,
    defectBecause: (where: string, times: number, message: string) =>
      `Belfry had an unexpected error in ${where}, ${times} times: ${message}.`,
  },
});
