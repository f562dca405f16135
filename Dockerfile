# syntax=docker/dockerfile:1
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-fund
COPY . .
# Afterwards only what runs is left. `node` is a development dependency: the image brings its own.
RUN npm run build && npm prune --omit=dev --no-fund

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/demo ./demo
# Only var/ is written to: the embedded database and the documents.
RUN printf '#!/bin/sh\nexec node /app/dist/src/cli.js "$@"\n' > /usr/local/bin/kontor \
  && chmod 755 /usr/local/bin/kontor \
  && mkdir var && chown node:node var
USER node
VOLUME ["/app/var"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1, so SIGTERM reaches it and the stop is graceful.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=200", "dist/src/main.js"]
