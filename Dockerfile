# The service in a container: docs/operations.md, "A container". Everything is prepared when the image is built, so a start
# needs no network and writes only below /data.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --no-fund --no-audit
COPY convex convex
COPY engine engine
COPY scripts scripts
COPY web web
COPY tsconfig.json ./
# The bundles of the two commands, and the dashboard where the service looks for it.
RUN node scripts/run.mjs scripts/start.ts --help && node scripts/run.mjs scripts/admin.ts --help
RUN node scripts/run.mjs scripts/prepareImage.ts
RUN npm prune --omit=dev --no-fund --no-audit
# In a checkout files may be readable by their owner alone. Here they belong to root, and nobody must read them.
RUN chmod -R a+rX .

FROM node:24-slim
# As JSON the log never has the first key: it is in /data/first-key.
ENV NODE_ENV=production SERVICE_HOST=0.0.0.0 SERVICE_DATA_DIR=/data SERVICE_LOG=json
WORKDIR /app
COPY --from=build /app ./
RUN install -d -o nobody -g nogroup -m 700 /data
USER nobody
VOLUME /data
EXPOSE 3210 3211
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "scripts/healthCheck.mjs"]
CMD ["node", "scripts/supervise.mjs", "scripts/run.mjs", "scripts/start.ts"]
