import { createHash } from 'node:crypto'
import type { CodegenConfig } from '@graphql-codegen/cli'

/** Sent as plain strings by `lib/request.ts`, so that the screens before sign-in need no GraphQL printer. */
const plainDocuments = ['web/features/auth/*.graphql', 'web/session/logout.graphql', 'web/session/sessionUser.graphql']

export const config = {
  enumsAsTypes: true,
  useTypeImports: true,
  skipTypename: true,
  scalars: { DateTimeISO: 'string', JSON: 'unknown' },
}

/** The hash of each document is sent in place of its text, which the server reads from persisted-documents.json. */
const persistedDocuments = {
  mode: 'embedHashInDocument',
  // 126 bits are enough to tell documents apart, and hashes do not compress: whole ones added 3 kB to the scripts of a screen.
  hashAlgorithm: (document: string) => createHash('sha256').update(document).digest('base64url').slice(0, 21),
} as const

/** Typed operations for the web client, generated from schema.graphql. `web/gql` is not committed. */
const codegen: CodegenConfig = {
  schema: process.env.SCHEMA ?? './schema.graphql',
  generates: {
    'web/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false, persistedDocuments },
      documents: ['web/**/*.graphql', '!web/features/auth/*.graphql', '!web/session/logout.graphql'],
      config,
    },
    'web/gql/plain/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false, persistedDocuments },
      documents: plainDocuments,
      config: { ...config, documentMode: 'string' },
    },
  },
}

export default codegen
