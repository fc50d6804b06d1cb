FROM node:24-bookworm-slim AS build
WORKDIR /porchlight
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /porchlight
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=build /porchlight/node_modules node_modules
COPY --from=build /porchlight/dist dist
COPY --from=build /porchlight/package.json .
USER node
EXPOSE 4000
CMD ["node", "dist/server/api/main.js"]
