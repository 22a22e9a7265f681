const devnetPackage = 'causeway-devnet'

/**
 * Imports a module of the local chains. The build of the service points that import at the package `causeway-devnet`, so
 * that a service on real chains installs none of the protocol contracts; where the package is absent, the error says so.
 */
export async function loadDevnet<M>(load: () => Promise<M>): Promise<M> {
  return load().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes(`'${devnetPackage}'`)) throw error
    throw new Error(
      `the local chains are a package of their own, which is not installed: npm install ${devnetPackage}, or configure chains`,
    )
  })
}
