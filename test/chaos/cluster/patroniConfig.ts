import type { Programs } from './programs.ts'

export type Machine = { name: string; postgresPort: number; restPort: number; folder: string }

export const superuser = { username: 'postgres', password: 'chaos' }
const replication = { username: 'replicator', password: 'chaos' }

/** After so long without the leader another is elected. Patroni requires ttl ≥ loop_wait + 2 × retry_timeout. */
const timing = { ttl: 20, loop_wait: 5, retry_timeout: 5 }

/** Patroni's YAML, as JSON. Commits wait for the synchronous standby; with `strict` even if there is none. */
export function patroniConfig(machine: Machine, etcdPort: number, { postgresFolder }: Programs): string {
  const { name, postgresPort, restPort, folder } = machine
  return JSON.stringify({
    scope: 'causeway',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // etcd's v2 interface renews the leader's term by compare-and-swap. Patroni 3.0 uses a plain write with v3: there a
    // leader frozen past its term takes the lead back from its successor, whose commits are lost.
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

/** One address for the current leader, one for ready APIs. Cuts the sessions of a leader that stepped down. */
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
