import { ApolloClient, ApolloLink, Observable } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { render, renderHook } from '@testing-library/react'
import { Kind, visit } from 'graphql'
import type { ReactNode } from 'react'
import { BrowserRouter, MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { MeDocument } from '../gql/graphql.ts'
import { createCache } from '../lib/apollo.ts'
import { type Abilities, type Me, MeProvider } from '../session/person/MeProvider.tsx'
import { MockDataProvider } from '../session/person/mockData.ts'
import { SessionProvider } from '../session/person/SessionProvider.tsx'
import { storeSession } from '../session/person/storage.ts'

type Variables = Record<string, unknown>
/** A response of GraphQL, with `data` or `errors`. */
type Answer = object
/**
 * What the server answers, by the name of the operation; a function gets the variables. An operation that is not named is never
 * answered, as a subscription to which nothing is pushed.
 */
export type Answers = Record<string, Answer | ((variables: Variables) => Answer | Promise<Answer>)>

/** No ability at all: each that the app asks for is false. */
const abilities: Record<string, unknown> = {}
visit(MeDocument, {
  Field: ({ name, selectionSet }) => {
    if (name.value !== 'abilities') return
    for (const selection of selectionSet!.selections)
      if (selection.kind === Kind.FIELD) abilities[selection.name.value] = false
  },
})

/** A rep of a company, without abilities. */
const rep = {
  ...{ __typename: 'Me', id: 'riley', email: 'riley@sample.example', fullName: 'Riley Example', phone: null },
  ...{ isActive: true, createdAt: '2026-01-05T14:00:00.000Z', tenantId: 't1' },
  ...{ role: 'SALES_REP', effectiveRole: 'SALES_REP', isAdmin: false, isOwner: false, viewedUser: null },
  ...{ mustChangePassword: false, hasTwoFactors: false, recoveryCodesLeft: null, mustSetUpTwoFactors: false },
  checklistPutAway: false,
  tenant: {
    id: 't1',
    name: 'Sample',
    companyName: 'Sample Roofing',
    timeZone: 'America/Indiana/Indianapolis',
    logoUrl: null,
  },
  abilities: { ...abilities, assignableRoles: [], invitableRoles: [], passwordLinkRoles: [] },
} as unknown as Me

/** What differs from a rep without abilities. */
export type Person = Partial<Omit<Me, 'abilities' | 'tenant'>> & {
  abilities?: Partial<Abilities>
  tenant?: Partial<NonNullable<Me['tenant']>> | null
}

interface Options {
  answers?: Answers
  me?: Person
  /** The path that is open. */
  path?: string
  /** A test of the browser's history has the router of the app. */
  router?: 'memory' | 'browser'
  /** Whether each media query matches: a phone, reduced motion. */
  isPhone?: boolean
  isMockData?: boolean
  /** A client of the test's own, for a test of links or of the overlay; `answers` are not used then. */
  client?: ApolloClient
}

/** A client that is answered as `answers` says when an operation is sent. `sent` has the operations, `push` sends to subscribers. */
export function createAnsweredClient(answers: Answers) {
  const sent: [operation: string, variables: Variables][] = []
  const subscribers: [operation: string, push: (answer: Answer) => void][] = []
  const link = new ApolloLink(
    ({ operationName = '', variables }) =>
      new Observable((observer) => {
        sent.push([operationName, variables])
        subscribers.push([operationName, (pushed) => observer.next(pushed)])
        const answer = answers[operationName]
        if (!answer) return
        Promise.resolve(typeof answer === 'function' ? answer(variables) : answer).then(
          (result) => {
            observer.next(result)
            observer.complete()
          },
          (error: unknown) => observer.error(error),
        )
      }),
  )
  const push = (operation: string, data: object) =>
    subscribers.filter(([name]) => name === operation).forEach(([, send]) => send({ data }))
  return { client: new ApolloClient({ cache: createCache(), link }), sent, push }
}

function personOf(me: Person = {}): Me {
  const tenant = me.tenant === null ? null : { ...rep.tenant!, ...me.tenant }
  return { ...rep, ...me, tenant, abilities: { ...rep.abilities, ...me.abilities } }
}

/** What the app has around its screens behind the sign-in: a router, a client and a signed-in person. */
function signIn({ answers = {}, me, path = '/', router, isPhone = false, isMockData = false, client }: Options) {
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined }
  // jsdom has none. It is gone at the end of the file, because the next one may want another device.
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, ...listening }))
  const person = personOf(me)
  storeSession({ token: 'token', user: person }, Date.now())
  const server = { ...createAnsweredClient({ Me: { data: { me: person } }, ...answers }), ...(client && { client }) }
  /** Another person is signed in, or this one has changed. */
  const changeMe = (changed: Person) =>
    void server.client.writeQuery({ query: MeDocument, data: { me: personOf(changed) } })
  // The person is there at the first render, so that a hook has its result then.
  server.client.writeQuery({ query: MeDocument, data: { me: person } })
  const app = (children: ReactNode) => (
    <SessionProvider>
      <ApolloProvider client={server.client}>
        <MeProvider>
          <MockDataProvider value={isMockData}>{children}</MockDataProvider>
        </MeProvider>
      </ApolloProvider>
    </SessionProvider>
  )
  if (router === 'browser') history.pushState(null, '', path)
  const wrapper = ({ children }: { children: ReactNode }) =>
    router === 'browser' ? (
      <BrowserRouter>{app(children)}</BrowserRouter>
    ) : (
      <MemoryRouter initialEntries={[path]}>{app(children)}</MemoryRouter>
    )
  return { wrapper, server: { ...server, changeMe } }
}

/** Renders as the app does behind the sign-in: in a router, with a client and a signed-in person. */
export function renderSignedIn(element: ReactNode, options: Options = {}) {
  const { wrapper, server } = signIn(options)
  return { ...render(element, { wrapper }), ...server }
}

/** Renders a hook as `renderSignedIn` renders an element. */
export function renderHookSignedIn<Result, Props>(
  hook: (props: Props) => Result,
  { initialProps, ...options }: Options & { initialProps?: Props } = {},
) {
  const { wrapper, server } = signIn(options)
  return { ...renderHook(hook, initialProps ? { wrapper, initialProps } : { wrapper }), ...server }
}
