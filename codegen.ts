import type { CodegenConfig } from '@graphql-codegen/cli'

/** Typed documents for the web client, made from its operations and the contract; `web/gql` is never committed. */
const config: CodegenConfig = {
  schema: process.env.SCHEMA ?? './schema.graphql',
  documents: ['web/**/*.graphql', 'web/**/*.{ts,tsx}', '!web/gql/**'],
  ignoreNoDocuments: true,
  generates: {
    'web/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        scalars: { DateTime: 'string', JSON: 'unknown' },
        skipTypename: true,
      },
    },
  },
}

export default config
