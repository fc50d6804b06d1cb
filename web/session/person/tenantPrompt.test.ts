import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client'
import { of } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { readPromptResolver, tenantPromptLink } from './tenantPrompt.ts'

const SAVE = gql`
  mutation Save {
    save
  }
`

/** A client whose server needs a tenant for every mutation; `sent` lists the tenant of each request. */
function makeClient() {
  const sent: (string | undefined)[] = []
  const onChosen = vi.fn()
  const server = new ApolloLink((operation) => {
    const { headers = {} } = operation.getContext() as { headers?: Record<string, string> }
    sent.push(headers['x-tenant-id'])
    return of(
      headers['x-tenant-id']
        ? { data: { save: 'saved' } }
        : { errors: [{ message: 'Choose a tenant first', extensions: { code: 'BAD_USER_INPUT' } }] },
    )
  })
  const client = new ApolloClient({ cache: new InMemoryCache(), link: tenantPromptLink(onChosen).concat(server) })
  return { client, sent, onChosen }
}

it('asks for the tenant of a change and sends it again in that tenant', async () => {
  const { client, sent, onChosen } = makeClient()
  const saved = client.mutate({ mutation: SAVE })
  await vi.waitFor(() => expect(readPromptResolver()).not.toBeNull())
  readPromptResolver()!('maple')
  expect((await saved).data).toEqual({ save: 'saved' })
  expect(sent).toEqual([undefined, 'maple'])
  await vi.waitFor(() => expect(onChosen).toHaveBeenCalledExactlyOnceWith('maple'))
  expect(readPromptResolver()).toBeNull()
})

it('fails with the reason when no tenant is chosen, and in the background without asking', async () => {
  const { client, onChosen } = makeClient()
  const saved = client.mutate({ mutation: SAVE })
  await vi.waitFor(() => expect(readPromptResolver()).not.toBeNull())
  readPromptResolver()!(null)
  await expect(saved).rejects.toThrow('Choose a tenant first')
  const counted = client.mutate({ mutation: SAVE, context: { isBackground: true } })
  await expect(counted).rejects.toThrow('Choose a tenant first')
  expect(readPromptResolver()).toBeNull()
  expect(onChosen).not.toHaveBeenCalled()
})
