import type { Programs } from './programs.ts'

export type Machine = { name: string; postgresPort: number; restPort: number; folder: string }

export const superuser = { username: 'postgres', password: 'chaos' }
const replication = { username: 'replicator', password: 'chaos' }

/** After so long without a word from the leader another one is chosen. Patroni wants ttl ≥ loop_wait + 2 × retry_timeout. */
const timing = { ttl: 20, loop_wait: 5, retry_timeout: 5 }

/** What Patroni reads, as JSON, which is YAML. A commit waits for the synchronous standby, and with `strict` also when none is there. */
export function patroniConfig(machine: Machine, etcdPort: number, { postgresFolder }: Programs): string {
  const { name, postgresPort, restPort, folder } = machine
  return JSON.stringify({
    scope: 'causeway',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // By the old interface of etcd, where a leader renews its term by compare-and-swap. Patroni 3.0 renews by the new one with a plain write: a leader
    // that was frozen past its term takes the lead back from its successor, and what that one committed is gone.
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...timing,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 150,
            wal_log_hints: 'on',
            synchronous_commit: 'on',
            shared_buffers: '64MB',
            max_wal_size: '128MB',
            min_wal_size: '32MB',
            max_slot_wal_keep_size: '128MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', { 'auth-host': 'scram-sha-256' }],
    },
    postgresql: {
      listen: `127.0.0.1:${postgresPort}`,
      connect_address: `127.0.0.1:${postgresPort}`,
      data_dir: `${folder}/data`,
      bin_dir: postgresFolder,
      pgpass: `${folder}/pgpass`,
      authentication: { superuser, replication, rewind: superuser },
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      create_replica_methods: ['basebackup'],
      basebackup: [{ checkpoint: 'fast' }],
    },
  })
}

/** One address for the leader, wherever it is, and one for the APIs that are ready. Sessions of a leader that stepped down are cut. */
export function haproxyConfig(options: {
  postgresPort: number
  apiPort: number
  machines: readonly Machine[]
  apiPorts: readonly number[]
}): string {
  const leaders = options.machines.map(
    ({ name, postgresPort, restPort }) => `  server ${name} 127.0.0.1:${postgresPort} check port ${restPort}`,
  )
  const apis = options.apiPorts.map((port, at) => `  server api${at + 1} 127.0.0.1:${port} check`)
  return [
    'global',
    '  maxconn 2000',
    'defaults',
    '  timeout connect 3s',
    '  timeout check 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen postgres',
    '  mode tcp',
    `  bind 127.0.0.1:${options.postgresPort}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...leaders,
    'listen api',
    '  mode http',
    `  bind 127.0.0.1:${options.apiPort}`,
    '  balance roundrobin',
    '  option httpchk GET /ready',
    '  http-check expect status 200',
    '  option redispatch',
    '  default-server inter 1s fall 2 rise 1',
    ...apis,
    '',
  ].join('\n')
}
