/**
 * The mesh of the example: four nodes, the names each of them routes, and the containers each of them runs.
 * Nothing in here changes during the evening. Every secret is invented, and says so.
 */

const container = (module, role, image, spec) => ({
  name: role,
  module,
  image: `registry.novox.example/${image}`,
  ...spec,
});

const postgres = (module, version = '16.4') =>
  container(module, `${module}.db`, `postgres:${version}`, {
    env: { POSTGRES_PASSWORD: `invented-${module}` },
    mounts: [`/srv/${module}/db:/var/lib/postgresql/data`],
  });

const mail = (role, env) => container('mailu', `mailu.${role}`, `mailu/${role}:2024.06`, { env });

const exporter = () => container('metrics', 'exporter.agent', 'node-exporter:1.8.2', { env: { LISTEN: ':9100' } });

const controlPlane = { 'mesh.tier': 'control-plane' };
const edge = { 'mesh.tier': 'edge' };

const ace = [
  container('searxng', 'searxng.server', 'searxng:2026.9.1', {
    env: { SEARXNG_SECRET: 'invented-searxng', SEARXNG_LIMITER: 'true' },
  }),
  container('dokuwiki', 'dokuwiki.server', 'dokuwiki:2024.02', {
    env: { PHP_TIMEZONE: 'Europe/Berlin' },
    mounts: ['/srv/dokuwiki:/storage'],
  }),
  container('status', 'gatus.server', 'gatus:5.12.1', { env: { GATUS_LOG_LEVEL: 'WARN' } }),
  exporter(),
];

const g14 = [
  container('forgejo', 'forgejo.server', 'forgejo:9.0.1', {
    env: { FORGEJO__security__SECRET_KEY: 'invented-forgejo' },
    mounts: ['/srv/forgejo:/data'],
  }),
  container('chat', 'tuwunel.server', 'tuwunel:1.4.0', { env: { TUWUNEL_ALLOW_REGISTRATION: 'false' } }),
  container('photos', 'immich.server', 'immich:1.118.2', {
    env: { DB_PASSWORD: 'invented-immich' },
    mounts: ['/srv/photos:/data'],
  }),
  container('music', 'navidrome.server', 'navidrome:0.53.3', { env: { ND_LOGLEVEL: 'info' } }),
  container('books', 'kavita.server', 'kavita:0.8.3', { env: { TZ: 'UTC' } }),
  container('grafana', 'grafana.server', 'grafana:11.2.2', {
    env: { GF_SECURITY_ADMIN_PASSWORD: 'invented-grafana' },
  }),
];

const novox = [
  container('mesh-store', 'postgres.server', 'postgres:16.4', {
    env: { POSTGRES_DB: 'mesh', POSTGRES_USER: 'mesh', POSTGRES_PASSWORD: 'invented-mesh-store' },
    mounts: ['/srv/mesh-store:/var/lib/postgresql/data'],
    labels: controlPlane,
  }),
  container('mesh-store', 'postgres.backup', 'pgbackrest:2.54', { env: { PGBACKREST_STANZA: 'mesh' } }),
  container('mesh-registry', 'distribution.store', 'distribution:2.8.3', {
    env: { REGISTRY_HTTP_SECRET: 'invented-registry' },
    mounts: ['/srv/mesh-registry:/var/lib/registry'],
    labels: controlPlane,
  }),
  container('route-proxy', 'route-proxy.server', 'route-proxy:3.1.5', {
    env: { PROXY_LOG_LEVEL: 'info' },
    mounts: ['/srv/route-proxy/certs:/certs'],
    labels: edge,
  }),
  container('route-proxy', 'route-proxy.acme', 'lego:4.19.2', {
    env: { LEGO_EMAIL: 'hostmaster@novox.example' },
    labels: edge,
  }),
  container('gitea', 'gitea.server', 'gitea:1.22.3', {
    env: { GITEA__server__DOMAIN: 'git.novox.example', GITEA__security__SECRET_KEY: 'invented-gitea' },
    mounts: ['/srv/gitea:/data'],
  }),
  postgres('gitea'),
  container('gitea', 'gitea.runner', 'act-runner:0.2.11', { env: { RUNNER_TOKEN: 'invented-runner' } }),
  container('keycloak', 'keycloak.server', 'keycloak:26.0.1', {
    env: { KC_HOSTNAME: 'auth.novox.example', KC_BOOTSTRAP_ADMIN_PASSWORD: 'invented-keycloak' },
  }),
  postgres('keycloak'),
  container('minio', 'minio.server', 'minio:2024.10.2', {
    env: { MINIO_ROOT_USER: 'minio', MINIO_ROOT_PASSWORD: 'invented-minio' },
    mounts: ['/srv/minio:/data'],
  }),
  container('mongodb', 'mongodb.server', 'mongo:7.0.14', {
    env: { MONGO_INITDB_ROOT_PASSWORD: 'invented-mongodb' },
    mounts: ['/srv/mongodb:/data/db'],
  }),
  container('umami', 'umami.server', 'umami:2.13.2', {
    env: { DATABASE_URL: 'postgres://umami:invented-umami@umami.db/umami', APP_SECRET: 'invented-app' },
  }),
  postgres('umami', '15.8'),
  mail('front', { TLS_FLAVOR: 'mail', HOSTNAMES: 'mail.novox.example' }),
  mail('admin', { SECRET_KEY: 'invented-mailu' }),
  mail('imap', { LOG_LEVEL: 'WARNING' }),
  mail('smtp', { MESSAGE_SIZE_LIMIT: '50000000' }),
  mail('antispam', { ANTIVIRUS: 'clamav' }),
  mail('antivirus', { LOG_LEVEL: 'WARNING' }),
  mail('oletools', { LOG_LEVEL: 'WARNING' }),
  mail('webmail', { WEBMAIL: 'roundcube' }),
  mail('fetchmail', { FETCHMAIL_DELAY: '600' }),
  mail('resolver', { SUBNET: '198.51.100.0/24' }),
  mail('redis', { LOG_LEVEL: 'WARNING' }),
  container('vaultwarden', 'vaultwarden.server', 'vaultwarden:1.32.2', {
    env: { ADMIN_TOKEN: 'invented-vaultwarden' },
    mounts: ['/srv/vaultwarden:/data'],
  }),
  container('nextcloud', 'nextcloud.server', 'nextcloud:30.0.1', {
    env: { NEXTCLOUD_ADMIN_PASSWORD: 'invented-nextcloud' },
    mounts: ['/srv/nextcloud/html:/var/www/html'],
  }),
  container('nextcloud', 'nextcloud.cron', 'nextcloud:30.0.1', { env: { ROLE: 'cron' } }),
  postgres('nextcloud'),
  container('nextcloud', 'nextcloud.redis', 'redis:7.4.1', { env: { REDIS_MAXMEMORY: '256mb' } }),
  container('paperless', 'paperless.server', 'paperless-ngx:2.12.1', {
    env: { PAPERLESS_OCR_LANGUAGE: 'deu+eng', PAPERLESS_SECRET_KEY: 'invented-paperless' },
  }),
  postgres('paperless'),
  container('paperless', 'paperless.convert', 'gotenberg:8.11.1', { env: { API_TIMEOUT: '60s' } }),
  container('n8n', 'n8n.server', 'n8n:1.62.5', { env: { N8N_ENCRYPTION_KEY: 'invented-n8n' } }),
  postgres('n8n'),
  container('miniflux', 'miniflux.server', 'miniflux:2.2.1', { env: { POLLING_FREQUENCY: '30' } }),
  postgres('miniflux'),
  container('metrics', 'prometheus.server', 'prometheus:2.54.1', {
    env: { RETENTION: '30d' },
    mounts: ['/srv/metrics:/prometheus'],
  }),
  container('metrics', 'loki.server', 'loki:3.2.0', { env: { RETENTION: '14d' } }),
  exporter(),
];

const shanks = [
  container('backup', 'rest-server.server', 'rest-server:0.13.0', {
    env: { OPTIONS: '--append-only' },
    mounts: ['/srv/backup:/data'],
  }),
  container('syncthing', 'syncthing.server', 'syncthing:1.27.12', {
    env: { STGUIAPIKEY: 'invented-syncthing' },
    mounts: ['/srv/sync:/var/syncthing'],
  }),
  exporter(),
];

/** The nodes by name. `routes` are the names a node routes beside its own, `NODE.internal`; novox is the hub. */
export const nodes = [
  { node: 'ace', address: '192.0.2.4', routes: ['status', 'wiki'], containers: ace },
  {
    node: 'g14',
    address: '192.0.2.2',
    routes: ['books', 'chat', 'forge', 'grafana', 'music', 'photos'],
    containers: g14,
  },
  {
    node: 'novox',
    address: '192.0.2.3',
    routes: [
      ...['auth', 'cloud', 'docs', 'git', 'mail', 'minio'],
      ...['news', 'registry', 'umami', 'vault', 'webmail'],
    ],
    containers: novox,
  },
  { node: 'shanks', address: '192.0.2.5', routes: ['backup', 'sync'], containers: shanks },
];
