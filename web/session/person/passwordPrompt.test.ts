import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client'
import { of } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { passwordPromptLink, readPasswordPrompt } from './passwordPrompt.ts'

const CREATE = gql`
  mutation Create($name: String!) {
    create(name: $name)
  }
`

/** A client whose server needs a confirmed password; `sent` lists the requests. */
function makeClient() {
  const sent: unknown[] = []
  const server = { isConfirmed: false }
  const link = new ApolloLink(({ variables }) => {
    sent.push(variables['name'])
    return of(
      server.isConfirmed
        ? { data: { create: 'created' } }
        : { errors: [{ message: 'Confirm your password to do this.', extensions: { code: 'PASSWORD_REQUIRED' } }] },
    )
  })
  const client = new ApolloClient({ cache: new InMemoryCache(), link: passwordPromptLink().concat(link) })
  return { create: (name: string) => client.mutate({ mutation: CREATE, variables: { name } }), sent, server }
}

it('asks once for the password and repeats every request that needs it', async () => {
  const { create, sent, server } = makeClient()
  const created = Promise.all([create('one'), create('two')])
  await vi.waitFor(() => expect(sent).toEqual(['one', 'two']))
  await vi.waitFor(() => expect(readPasswordPrompt()).not.toBeNull())
  server.isConfirmed = true
  readPasswordPrompt()!(true)
  expect((await created).map(({ data }) => data)).toEqual([{ create: 'created' }, { create: 'created' }])
  expect(sent).toEqual(['one', 'two', 'one', 'two'])
  expect(readPasswordPrompt()).toBeNull()
})

it('fails with the reason when the user does not confirm, and asks again the next time', async () => {
  const { create, sent } = makeClient()
  for (const name of ['one', 'two']) {
    const created = create(name)
    await vi.waitFor(() => expect(readPasswordPrompt()).not.toBeNull())
    readPasswordPrompt()!(null)
    await expect(created).rejects.toThrow('Confirm your password to do this.')
  }
  expect(sent).toEqual(['one', 'two'])
})
