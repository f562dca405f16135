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
# Only var/ is written to: the embedded database, the documents, uploads on their way. Group 0 too, for platforms that
# choose the user by themselves.
RUN printf '#!/bin/sh\nexec node /app/dist/src/cli/kontor.js "$@"\n' > /usr/local/bin/kontor \
  && chmod 755 /usr/local/bin/kontor \
  && mkdir var && chown 1000:0 var && chmod 770 var
# By its number, so that a platform sees that it isn't root.
USER 1000:1000
VOLUME ["/app/var"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "/app/dist/src/cli/kontor.js", "health"]
# node itself is process 1: it hears SIGTERM from its first line. The heap is a share of the container's memory.
CMD ["node", "--max-old-space-size-percentage=38", "--max-semi-space-size=4", "--heap-growing-percent=200", "dist/src/main.js"]
