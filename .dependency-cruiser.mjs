import { features } from './scripts/features.mjs'

// The import rules, checked by `npm run lint`: imports go down the layers, and no files, folders or features form a cycle.

/** Top first. Layers on one line do not import each other, except `resolvers` and `schema`, which are one layer. */
const layers = {
  api: [
    ['main.ts'],
    ['server.ts', 'demo'],
    ['lifecycle', 'sockets'],
    ['routes', 'resolvers|schema'],
    ['graphql'],
    ['rest'],
    ['observability'],
    ['usecases'],
    ['records'],
    ['log'],
    ['context.ts'],
    ['projections', 'live', 'services'],
    ['database'],
    ['events'],
    ['config.ts', 'domain'],
  ],
  web: [
    ['testing'],
    ['main.tsx'],
    ['app', 'explorer'],
    ['screens'],
    ['features'],
    ['lists'],
    ['session'],
    ['domain'],
    ['ui'],
    ['lib'],
    ['gql'],
  ],
}

/** The paths of a layer. The demo is a layer of the API outside its folder. */
function pathOf(side, layer) {
  return layer === 'demo' ? '^demo/' : `^${side}/(${layer.replaceAll('.', '\\.')})(/|$)`
}

const layerRules = Object.entries(layers).flatMap(([side, lines]) =>
  lines.flatMap((line, index) =>
    line.flatMap((layer) => {
      const forbidden = [...lines.slice(0, index).flat(), ...line.filter((other) => other !== layer)]
      return forbidden.map((other) => ({
        name: `${side}-${layer}-not-to-${other}`,
        severity: 'error',
        from: { path: pathOf(side, layer) },
        to: { path: pathOf(side, other) },
      }))
    }),
  ),
)

const useCaseRules = Object.entries(features).map(([feature, { useCases }]) => ({
  name: `use-cases-of-${feature}`,
  comment: 'A feature may call only the use cases of the features that scripts/features.mjs lists for it.',
  severity: 'error',
  from: { path: `^api/usecases/${feature}/` },
  to: { path: '^api/usecases/', pathNot: `^api/usecases/(${[feature, ...useCases].join('|')})/` },
}))

export default {
  forbidden: [
    ...layerRules,
    ...useCaseRules,
    {
      name: 'no-file-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-feature-cycle',
      comment: 'The dependencies listed in scripts/features.mjs must not form a cycle.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^api/usecases/|^web/features/' },
      to: { circular: true },
    },
    {
      name: 'web-features-are-independent',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      // Beside the schema, the client has only the rules by which addresses are read and streets are walked, so that both
      // tell houses apart, find the next door and plan a route alike, the rule of permits, and the maximum number of photos of a knock.
      name: 'api-and-web-share-the-schema-and-rules-of-houses-alone',
      severity: 'error',
      from: { path: '^(api|web)/' },
      to: {
        path: '^(api|web|demo|tests|bench|scripts)/',
        pathNot:
          '^$1/|^demo/|^api/domain/(addresses/|knocking/(streetWalk|photos)\\.ts$|doNotKnock/|permits/permits\\.ts$|polygons\\.ts$|walkingRoutes/)',
      },
    },
    {
      name: 'only-the-start-creates-the-demo',
      severity: 'error',
      from: { path: '^(api|web)/', pathNot: '^api/porchlight\\.ts$' },
      to: { path: '^demo/' },
    },
    {
      name: 'no-missing-file',
      severity: 'error',
      from: {},
      // Benchmarks load what is built, which a fresh clone does not have yet.
      to: { couldNotResolve: true, path: '^\\.', pathNot: '^\\.\\./dist/' },
    },
  ],
  options: {
    // The parser reads TypeScript without the compiler's API, which TypeScript 7 does not have yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
