# syntax=docker/dockerfile:1
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Only the files that the programs can load go on: a quarter of node_modules without its development tools.
RUN npm run build && npx node docs/deploy/copy-modules.ts /shipped

FROM node:24-slim
# The allocator keeps less of what threads have given back (docs/operations.md, Memory).
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /shipped/node_modules ./node_modules
COPY --from=build --chown=root:root /app/build ./build
USER node
EXPOSE 3000
# Where the app listens, and by no proxy (NODE_USE_ENV_PROXY).
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "const { HOST = '', PORT } = process.env; const name = HOST.trim(); const host = ['', '0.0.0.0', '::'].includes(name) ? '127.0.0.1' : name; require('node:http').get({ host, port: PORT || 3000, path: '/readyz', agent: false }, r => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "build/server/server.js"]
