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
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "build/server/server.js"]
