import type { TestGroup } from '../support/testGroups.ts'

/** What is mutated, and the tests that must notice. */
export interface Mutated {
  files: string
  testGroups: TestGroup[]
  /** The paths of the tests. */
  tests: RegExp
}

export const mutated = {
  domain: { files: 'api/domain/', testGroups: ['pure'], tests: /^api\/(domain|usecases|rest|graphql)\// },
  outbox: {
    files: 'web/session/outbox/',
    testGroups: ['pure', 'dom'],
    tests: /^web\/(session\/(outbox|storage)|features\/(knocking|outbox|dashboard\/repToday))/,
  },
  log: { files: 'api/log/', testGroups: ['pure', 'server'], tests: /^api\/log\// },
} satisfies Record<string, Mutated>

export type MutatedGroup = keyof typeof mutated
