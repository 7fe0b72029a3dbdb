# syntax=docker/dockerfile:1
# The server runs from its TypeScript sources: the image is Node, the run-time dependencies, packages/, the built app and the
# packed SDK.
# `npm run image:check` builds this file in every run of the gate, on a base of its own.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/evidence/package.json packages/evidence/
COPY packages/verifier/package.json packages/verifier/
COPY packages/server/package.json packages/server/
# Without scripts: the only ones belong to development tools, and node comes with the image.
RUN npm ci --omit=dev --ignore-scripts

FROM ${NODE_IMAGE} AS app
WORKDIR /parley
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/sdk/package.json packages/sdk/
COPY packages/web/package.json packages/web/
RUN npm ci --ignore-scripts
COPY packages/contract packages/contract
COPY packages/sdk packages/sdk
COPY packages/web packages/web
RUN npm run build -w @parley/web && npm run prepare -w @parley/sdk

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /parley
COPY --from=dependencies /parley ./
COPY packages/contract packages/contract
COPY packages/evidence/src packages/evidence/src
COPY packages/verifier/src packages/verifier/src
COPY packages/server/src packages/server/src
COPY packages/server/migrations packages/server/migrations
COPY --from=app /parley/packages/web/dist packages/web/dist
COPY --from=app /parley/packages/sdk/package.json /parley/packages/sdk/*.tgz packages/sdk/
# So that commands are called as the docs call them: docker compose exec api parley carrier list
RUN ln -s /parley/packages/server/src/main.ts /usr/local/bin/parley
# Volumes that are mounted here belong to the process.
RUN mkdir -p /var/lib/parley/log /var/lib/parley/key && chown -R 65532:65532 /var/lib/parley
# By number, so that a platform can tell that it is not root.
USER 65532:65532
EXPOSE 8080 8081
# No shell in between, so that signals reach the process.
# Room for what lives only as long as a request: with V8's usual 16 MB the collector takes a tenth of the api's time.
ENTRYPOINT ["node", "--max-semi-space-size=64", "packages/server/src/main.ts"]
CMD ["api"]
