# syntax=docker/dockerfile:1
# The image is Node, the bundled server with the few packages it loads, migrations, the built app and the packed SDK.
# `npm run image:check` builds this file in every run of the release tests, on a base of its own.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /parley
# docker build --build-arg COMMIT=$(git rev-parse HEAD): what `parley --version` prints.
ARG COMMIT=
ENV PARLEY_COMMIT=${COMMIT}
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/evidence/package.json packages/evidence/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/
COPY packages/verifier/package.json packages/verifier/
COPY packages/web/package.json packages/web/
# Without scripts: the only ones belong to development tools, and node comes with the image.
RUN npm ci --ignore-scripts
COPY LICENSE ./
COPY packages packages
COPY ship/common ship/common
RUN npm run build && node ship/common/stage-service.ts /service

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /parley
COPY --from=build /service ./
RUN ln -s /parley/packages/server/dist/main.js /usr/local/bin/parley
# Volumes that are mounted here belong to the process.
RUN mkdir -p /var/lib/parley/log /var/lib/parley/key && chown -R 65532:65532 /var/lib/parley
# By number, so that a platform can tell that it is not root.
USER 65532:65532
EXPOSE 8080 8081
# No shell in between, so that signals reach the process.
# Room for what lives only as long as a request: with V8's usual 16 MB the collector takes a tenth of the api's time.
ENTRYPOINT ["node", "--max-semi-space-size=64", "packages/server/dist/main.js"]
CMD ["api"]
