// The commands that make a hypervisor node report its temperatures, and end it. Pure.

/** What the script takes as the name of a connection, between double quotes of a shell. */
const nameFits = (name: string): boolean => /^[A-Za-z0-9._ @:-]+$/.test(name);

/** The token goes by the environment: arguments of a program can be read by every user of its machine. */
export const sensorCommand = (origin: string, token: string, connection: string): string =>
  [
    `curl -fsSL ${origin}/install-sensor-report.sh | BELFRY_TOKEN=${token} sh -s -- --url ${origin}`,
    ...(nameFits(connection) ? [`--instance "${connection}"`] : []),
  ].join(' ');

export const sensorEndCommand = (origin: string): string =>
  `curl -fsSL ${origin}/install-sensor-report.sh | sh -s -- --uninstall`;
