import { isIP } from 'node:net'
import { type CountryResponse, open, type Reader } from 'maxmind'
import { ConfigError } from '../../config/config.ts'

/** Finds an address's country in the operator's own database. */
export type Countries = { of(address: string): string | undefined }

const whatToGet = 'give a database of countries or cities in MaxMind DB format, such as GeoLite2-Country.mmdb'

/**
 * Opens `callers.countriesFile`. An address of unknown country gets the country where its network is registered, so
 * that a block by country also covers satellite links and the like.
 */
export async function openCountries(file: string): Promise<Countries> {
  const reader = await openReader(file)
  const { databaseType } = reader.metadata
  // A database of networks or domains has no countries, so a block by country would have no effect.
  if (!/country|city|enterprise/i.test(databaseType))
    throw wrong(`${file} is a database of type "${databaseType}", which says no countries; ${whatToGet}`)
  return {
    of: (address) => {
      if (isIP(address) === 0) return undefined // a closed socket has no address
      const found = reader.get(address)
      return found?.country?.iso_code ?? found?.registered_country?.iso_code
    },
  }
}

async function openReader(file: string): Promise<Reader<CountryResponse>> {
  try {
    return await open<CountryResponse>(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw wrong(`there is no file ${file}; ${whatToGet}`)
    if (code !== undefined) throw wrong(`${file} cannot be read (${code}); ${whatToGet}`)
    throw wrong(`${file} is not a MaxMind DB file (packed ones must be unpacked first); ${whatToGet}`)
  }
}

const wrong = (what: string) => new ConfigError(`callers.countriesFile: ${what}`)
