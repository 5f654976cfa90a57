// A table of services that often run in containers. No logic.

/** `busy` is the mean CPU in cores, `gib` the usual memory, `port` the port inside the container (0: none). */
export type Service = {
  project: string;
  service: string;
  image: string;
  tag: string;
  busy: number;
  gib: number;
  port: number;
};

const service = (
  project: string,
  name: string,
  image: string,
  tag: string,
  size: readonly [busy: number, gib: number],
  port = 0,
): Service => ({ project, service: name, image, tag, busy: size[0], gib: size[1], port });

export const services: readonly [Service, ...Service[]] = [
  service('proxy', 'traefik', 'traefik', 'v3.1', [0.06, 0.15], 443),
  service('shop', 'web', 'registry.example.com/shop/web', '2.14', [0.3, 0.6], 8080),
  service('shop', 'worker', 'registry.example.com/shop/worker', '2.14', [0.8, 0.9]),
  service('shop', 'db', 'postgres', '16.4', [0.4, 2], 5432),
  service('shop', 'cache', 'redis', '7.4-alpine', [0.05, 0.25], 6379),
  service('monitoring', 'prometheus', 'prom/prometheus', 'v2.54', [0.35, 1.8], 9090),
  service('monitoring', 'grafana', 'grafana/grafana', '11.2', [0.05, 0.3], 3000),
  service('monitoring', 'loki', 'grafana/loki', '3.1', [0.2, 0.8], 3100),
  service('monitoring', 'node-exporter', 'prom/node-exporter', 'v1.8', [0.01, 0.03], 9100),
  service('cloud', 'app', 'nextcloud', '29-apache', [0.25, 0.7], 80),
  service('cloud', 'db', 'mariadb', '11.4', [0.15, 0.6], 3306),
  service('cloud', 'collabora', 'collabora/code', '24.04', [0.1, 1.1], 9980),
  service('photos', 'server', 'ghcr.io/example/photos', 'v1.119', [0.5, 1.4], 2283),
  service('photos', 'machine-learning', 'ghcr.io/example/photos-ml', 'v1.119', [1.6, 3]),
  service('media', 'jellyfin', 'jellyfin/jellyfin', '10.9', [0.7, 1.2], 8096),
  service('home', 'home-assistant', 'ghcr.io/home-assistant/home-assistant', 'stable', [0.1, 0.5], 8123),
  service('home', 'mosquitto', 'eclipse-mosquitto', '2', [0.01, 0.02], 1883),
  service('home', 'zigbee2mqtt', 'koenkk/zigbee2mqtt', '1.40', [0.03, 0.12], 8080),
  service('code', 'forgejo', 'codeberg.org/forgejo/forgejo', '8', [0.08, 0.3], 3000),
  service('code', 'runner', 'code.forgejo.org/forgejo/runner', '4', [0.9, 0.8]),
  service('auth', 'keycloak', 'quay.io/keycloak/keycloak', '25.0', [0.15, 0.9], 8080),
  service('search', 'opensearch', 'opensearchproject/opensearch', '2.17', [0.9, 4], 9200),
  service('queue', 'rabbitmq', 'rabbitmq', '3.13-management', [0.12, 0.4], 5672),
  service('passwords', 'vaultwarden', 'vaultwarden/server', '1.32', [0.01, 0.08], 80),
  service('updates', 'watchtower', 'containrrr/watchtower', '1.7', [0.01, 0.03]),
  service('backup', 'restic', 'restic/restic', '0.17', [0.02, 0.1]),
];

/** An engine refuses such names, but a manipulated agent may send them. A screen must show them as text. */
export const hostileNames: readonly [string, ...string[]] = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(document.cookie)</script>',
  'a'.repeat(200),
  '‮gnp.exe',
  "'; DROP TABLE docker_hosts; --",
];

export const systems: readonly [Os, ...Os[]] = [
  { os: 'Debian GNU/Linux 12 (bookworm)', kernel: '6.1.0-25-amd64', engine: '27.2.1' },
  { os: 'Ubuntu 24.04.1 LTS', kernel: '6.8.0-45-generic', engine: '27.3.0' },
  { os: 'Debian GNU/Linux 13 (trixie)', kernel: '6.12.9-amd64', engine: '28.0.4' },
  { os: 'Alpine Linux v3.20', kernel: '6.6.49-0-virt', engine: '26.1.5' },
  { os: 'Rocky Linux 9.4 (Blue Onyx)', kernel: '5.14.0-427.el9.x86_64', engine: '27.2.1' },
];
type Os = { os: string; kernel: string; engine: string };
