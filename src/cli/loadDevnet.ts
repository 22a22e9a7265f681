const devnetPackage = 'causeway-devnet'

/**
 * Imports a module of the local chains. The service's build maps that import to the package `causeway-devnet`, so a
 * service on real chains installs no protocol contracts; if the package is missing, the error says so.
 */
export async function loadDevnet<M>(load: () => Promise<M>): Promise<M> {
  return load().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes(`'${devnetPackage}'`)) throw error
    throw new Error(
      `the local chains are a package of their own, which is not installed: npm install ${devnetPackage}, or configure chains`,
    )
  })
}
