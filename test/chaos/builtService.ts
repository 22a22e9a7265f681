import { join } from 'node:path'
import { bundleSource } from '../../scripts/builtCopy.mjs'
import { builtOnce } from '../builtOnce.ts'

const entry = 'test/chaos/service.ts'

/** The process of service.ts as one script. From its source it would spend most of its start on compiling. */
export const builtService = async (): Promise<string> =>
  join(await builtOnce('chaos-service', ['src', entry], (folder) => bundleSource(entry, folder)), 'service.mjs')
