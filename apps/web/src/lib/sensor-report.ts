// The commands that make a Proxmox VE node report its temperatures, and that stop it. Pure.

/** The names of a connection that the script accepts between double quotes of a shell. */
const nameFits = (name: string): boolean => /^[A-Za-z0-9._ @:-]+$/.test(name);

/** The token is passed in the environment, because every user of a machine can read the arguments of a program. */
export const sensorCommand = (origin: string, token: string, connection: string): string =>
  [
    `curl -fsSL ${origin}/install-sensor-report.sh | BELFRY_TOKEN=${token} sh -s -- --url ${origin}`,
    ...(nameFits(connection) ? [`--instance "${connection}"`] : []),
  ].join(' ');

export const sensorEndCommand = (origin: string): string =>
  `curl -fsSL ${origin}/install-sensor-report.sh | sh -s -- --uninstall`;
