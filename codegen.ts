import type { CodegenConfig } from '@graphql-codegen/cli'

/** Sent by `lib/request.ts` as they are, so that the screens before sign-in carry no GraphQL printer. */
const plain = ['web/features/auth/*.graphql', 'web/session/logout.graphql', 'web/session/sessionUser.graphql']

const config = {
  enumsAsTypes: true,
  useTypeImports: true,
  skipTypename: true,
  scalars: { DateTimeISO: 'string', JSON: 'unknown' },
}

/** Typed operations made from the contract, for the web client and for the tests; what is generated is never committed. */
const codegen: CodegenConfig = {
  schema: process.env.SCHEMA ?? './schema.graphql',
  generates: {
    'web/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      documents: ['web/**/*.graphql', '!web/features/auth/*.graphql', '!web/session/logout.graphql'],
      config,
    },
    'web/gql/plain/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      documents: plain,
      config: { ...config, documentMode: 'string' },
    },
    // As an integrator would make one from the schema, and used so by the tests.
    'tests/clients/graphql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      documents: 'tests/clients/*.graphql',
      config: { ...config, documentMode: 'string' },
    },
  },
}

export default codegen
