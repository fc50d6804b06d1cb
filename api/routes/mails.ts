import { z } from 'zod'
import { mailOrderFields, mailStates } from '../domain/enums.ts'
import { mailKinds } from '../domain/mails/mailTexts.ts'
import { listQuery, pagedListResponse, toPagedList } from '../rest/listQuery.ts'
import { toPageRequest } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, time } from '../rest/shapes.ts'
import { countMails, listMails, mailFilters } from '../usecases/mails/mails.ts'

const mail = z
  .object({
    id: id.describe('Id of the mail, and the beginning of its Message-ID.'),
    kind: z.enum(mailKinds),
    to: z.string().describe('The address to which it is sent.'),
    state: z.enum(mailStates),
    tries: z.int().describe('How often it was given to the mail server.'),
    created_at: time,
    sent_at: time.nullable().describe('When the mail server accepted it; null before.'),
    next_try_at: time.nullable().describe('When it is tried next; null after it was sent or given up.'),
    error: z.string().nullable().describe('Why the last try failed.'),
  })
  .meta({ id: 'Mail', description: 'A mail of the server, and what became of it. What it says cannot be read.' })

const mailQuery = listQuery(mailFilters, mailOrderFields)

export const mailRoutes = [
  defineRoute('get', '/mails', {
    graphqlOperation: 'Query.mails',
    access: 'mail.read',
    summary: 'List mails',
    description: 'The mails of the last 30 days, by default newest first; with a chosen tenant, only its own.',
    query: mailQuery.parameters,
    response: pagedListResponse(mail),
    async handle(ctx, { query }) {
      const { filter, order } = mailQuery.select(query)
      const page = await listMails(ctx, filter, toPageRequest(query), order)
      return toPagedList(page, (one) => one, await countMails(ctx, filter))
    },
  }),
]
