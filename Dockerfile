# compose.yaml passes the same image by digest, see scripts/pin-images.mjs.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS manifests
WORKDIR /cusp
COPY package.json package-lock.json .npmrc ./
COPY text/package.json text/
COPY mesh/package.json mesh/
COPY fixtures/package.json fixtures/
COPY dental/package.json dental/
COPY contract/package.json contract/
COPY local-postgres/package.json local-postgres/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
# An empty package that the lock links to.
COPY scripts/stand-ins scripts/stand-ins

# The web application needs the development packages only to be built, not to run.
FROM manifests AS web
RUN npm ci
COPY tsconfig.base.json ./
COPY text text
COPY mesh mesh
COPY dental dental
COPY contract contract
COPY languages languages
COPY scripts/lib/help-pages.mjs scripts/lib/
COPY web web
RUN npm run build

FROM manifests AS packages
# Node comes from the image; the packages that bring their own Node belong to the root workspace and are left out.
RUN npm ci --omit=dev --workspace=@cusp/server --workspace=@cusp/local-postgres \
    --workspace=@cusp/contract --workspace=@cusp/dental --workspace=@cusp/mesh --workspace=@cusp/text

FROM ${NODE_IMAGE}
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=4800
WORKDIR /cusp
# Adds the packages that npm installs into a workspace's own node_modules.
COPY --from=packages /cusp ./
COPY scripts/create-bucket.mjs scripts/
COPY text text
COPY mesh mesh
COPY dental dental
COPY contract contract
COPY languages languages
COPY local-postgres local-postgres
COPY server server
COPY --from=web /cusp/web/dist web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4800
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
