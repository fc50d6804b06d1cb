import { GraphiQL } from 'graphiql'
import { useMemo, useState } from 'react'
import { Logo } from '../ui/Logo.tsx'
import { useTheme } from '../ui/theme.ts'
import { apiKeyCaller, signedInCaller } from './callers.ts'
import { createFetcher } from './fetcher.ts'

const DEFAULT_QUERY = `# The book icon opens the documentation of the schema.
# Ctrl+Enter runs the query under the cursor. A subscription runs until you stop it.

query WhoAmI {
  me {
    fullName
    effectiveRole
    tenant {
      name
      timeZone
    }
  }
}

subscription Board {
  leaderboardChanged(period: WEEK) {
    entries {
      rank
      user {
        fullName
      }
      leadsCreated
      doorsKnocked
    }
  }
}
`

/** Runs queries, mutations, and subscriptions as the signed-in user or with an API key. */
export function Explorer() {
  const [sessionCaller] = useState(() => signedInCaller(Date.now()))
  const [apiKey, setApiKey] = useState('')
  const { theme } = useTheme()
  const caller = useMemo(() => (apiKey.trim() ? apiKeyCaller(apiKey) : sessionCaller), [apiKey, sessionCaller])
  const fetcher = useMemo(() => createFetcher(caller?.headers ?? {}), [caller])
  return (
    <div className="flex h-dvh flex-col">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-2 bg-bar px-4 py-2.5 text-body text-on-bar">
        <a href="/" className="flex items-center gap-2.5 font-semibold">
          <Logo size={28} />
          Porchlight
        </a>
        <h1 className="text-body text-bar-2">GraphQL Explorer</h1>
        <label className="ml-auto flex items-center gap-2.5 max-md:ml-0 max-md:w-full">
          <span className="whitespace-nowrap text-bar-2">API key</span>
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={apiKey}
            placeholder={sessionCaller ? `Signed in as ${sessionCaller.name}` : 'plk_…'}
            onChange={(event) => setApiKey(event.target.value)}
            className="h-9 w-64 rounded-button border border-bar-2 bg-transparent px-3 placeholder:text-bar-2 max-md:h-11 max-md:flex-1"
          />
        </label>
        <nav aria-label="More" className="flex gap-4 underline underline-offset-4">
          <a href="/api-keys">API Keys</a>
          <a href="/api/docs">REST</a>
        </nav>
      </header>
      <main className="min-h-0 flex-1">
        {caller ? (
          // Another caller may get other results, so remount and start over.
          <GraphiQL
            key={caller.headers.authorization}
            fetcher={fetcher}
            defaultQuery={DEFAULT_QUERY}
            forcedTheme={theme}
            shouldPersistHeaders={false}
            showPersistHeadersSettings={false}
          >
            <GraphiQL.Logo>{caller.name}</GraphiQL.Logo>
          </GraphiQL>
        ) : (
          <p className="mx-auto max-w-lg px-4 py-20 text-center text-ink-2">
            <a href="/login" className="link">
              Sign in
            </a>{' '}
            and come back, or enter an API key above.
          </p>
        )}
      </main>
    </div>
  )
}
