# The App as a container: `docker compose up --build` starts it with TLS in front (compose.yaml).
FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS build
USER node
WORKDIR /home/node/source
COPY --chown=node:node package.json package-lock.json .npmrc ./
COPY --chown=node:node scripts/node scripts/node
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY --chown=node:node . .
RUN node scripts/build.ts

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553
LABEL org.opencontainers.image.licenses="MIT"
# Root owns the program, so the process that runs it cannot change it.
COPY --from=build --chown=root:root /home/node/source/dist/app /app
COPY --from=build --chown=root:root /home/node/source/dist/licenses.txt /home/node/source/LICENSE /app/
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
# Here lie the settings that the set-up writes (.env) and the file of the event queue. Nothing else is written.
WORKDIR /data
VOLUME /data
# In production the set-up runs only where WEBHOOK_PROXY_URL requests it.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 TDD_GATE_STORE=/data/store.sqlite
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/app/bin.mjs"]
