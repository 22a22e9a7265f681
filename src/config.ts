import { z } from 'zod'
import { callersConfig, limitsConfig } from './config/access.ts'
import { adminConfig } from './config/admin.ts'
import { engineConfig, providersConfig, rolesConfig, signersConfig } from './config/engine.ts'
import { eventsConfig, webhooksConfig } from './config/events.ts'
import { httpConfig } from './config/http.ts'
import { authConfig, brandsConfig, switchesConfig } from './config/service.ts'
import { chainsConfig, logConfig, storeConfig, tokensConfig } from './config/world.ts'

/** The whole configuration. Each concern is a file in `config/`; unknown keys are refused. */
export const configSchema = z.strictObject({
  http: httpConfig,
  brands: brandsConfig,
  auth: authConfig,
  admin: adminConfig,
  switches: switchesConfig,
  limits: limitsConfig,
  callers: callersConfig,
  chains: chainsConfig,
  tokens: tokensConfig,
  store: storeConfig,
  engine: engineConfig,
  events: eventsConfig,
  webhooks: webhooksConfig,
  providers: providersConfig,
  signers: signersConfig,
  roles: rolesConfig,
  log: logConfig,
})

export type Config = z.output<typeof configSchema>
/** What a configuration file may say: everything is optional. */
export type ConfigInput = z.input<typeof configSchema>

/** The configuration cannot be used. The message says where and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
