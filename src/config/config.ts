import { z } from 'zod'
import { callersConfig, limitsConfig } from './accessConfig.ts'
import { adminConfig } from './adminConfig.ts'
import { chainsConfig, devnetConfig, logConfig, storeConfig, tokensConfig } from './chainsConfig.ts'
import { engineConfig, operatorConfig, providersConfig, rolesConfig, signersConfig } from './engineConfig.ts'
import { eventsConfig, webhooksConfig } from './eventsConfig.ts'
import { httpConfig } from './httpConfig.ts'
import { authConfig, brandsConfig, switchesConfig } from './serviceConfig.ts'

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
  devnet: devnetConfig,
  tokens: tokensConfig,
  store: storeConfig,
  engine: engineConfig,
  events: eventsConfig,
  webhooks: webhooksConfig,
  providers: providersConfig,
  signers: signersConfig,
  operator: operatorConfig,
  roles: rolesConfig,
  log: logConfig,
})

export type Config = z.output<typeof configSchema>
/** Contents of a configuration file: everything is optional. */
export type ConfigInput = z.input<typeof configSchema>

/** The configuration is invalid. The message names the setting and the remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
