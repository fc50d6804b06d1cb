import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { viewLists } from '../domain/savedViews/viewLists.ts'
import { listOf } from '../rest/present.ts'
import { limitedText } from '../rest/parameters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, listResponse, messageResponse } from '../rest/shapes.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '../usecases/savedViews/savedViews.ts'

const list = z.enum(viewLists).describe('The list that the view shows.').meta({ id: 'ViewList' })
const name = limitedText('name').describe('At most 200 characters.')
const query = limitedText('query').describe(
  'Query of the URL that shows the list: its filters and order, at most 2 kB.',
)
const shared = z.boolean().describe('Whether everyone in the tenant sees the view.')
const position = z.int().min(0).max(1_000_000).describe('Views are listed by position, then by id.')

const savedView = z
  .object({ id, list, name: z.string(), query: z.string(), shared, position, mine: z.boolean() })
  .meta({ id: 'SavedView', description: 'A list with its filters and order, saved under a name.' })

const newView = z.object({ list, name, query, shared: shared.nullish() }).meta({
  id: 'NewSavedView',
  example: { list: 'leads', name: 'Needs a call', query: 'status=new&sort=-updated_at', shared: true },
})

const viewChange = z
  .object({ name: name.nullish(), query: query.nullish(), shared: shared.nullish(), position: position.nullish() })
  .meta({ id: 'SavedViewChange', description: 'Omitted fields are unchanged.', example: { name: 'To call' } })

const params = { id: 'Id of the view.' }
const invalid = 'The name is blank, the query has a filter that the list does not have, or no tenant was chosen.'

export const savedViewRoutes = [
  defineRoute('get', '/saved-views', {
    graphqlOperation: 'Query.savedViews',
    access: 'savedView.manage',
    summary: 'List saved views',
    description: 'Those of the caller, and those that others in the tenant share, by position.',
    query: z.object({ list }),
    response: listResponse(savedView),
    handle: async (ctx, { query: { list: wanted } }) => listOf(await listSavedViews(ctx, wanted)),
  }),
  defineRoute('post', '/saved-views', {
    graphqlOperation: 'Mutation.createSavedView',
    access: 'savedView.manage',
    summary: 'Save a view',
    description: 'The view is listed after the others.',
    body: newView,
    response: itemResponse(savedView),
    status: 201,
    errors: { 409: 'The caller already has 50 views of the list.', 422: invalid },
    handle: async (ctx, { body }) => ({ data: await createSavedView(ctx, body) }),
  }),
  defineRoute('put', '/saved-views/:id', {
    graphqlOperation: 'Mutation.updateSavedView',
    access: 'savedView.manage',
    summary: 'Change a saved view',
    description: 'A view of the caller; for owners and admins, also a shared view of another user.',
    params,
    body: viewChange,
    response: itemResponse(savedView),
    errors: { 422: invalid },
    handle: async (ctx, { params: { id: viewId }, body }) => ({ data: await updateSavedView(ctx, viewId!, body) }),
  }),
  defineRoute('delete', '/saved-views/:id', {
    graphqlOperation: 'Mutation.deleteSavedView',
    access: 'savedView.manage',
    summary: 'Delete a saved view',
    description: 'A view of the caller; for owners and admins, also a shared view of another user.',
    params,
    response: messageResponse,
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { params: { id: viewId } }) {
      await deleteSavedView(ctx, viewId!)
      return { message: messages.savedViewDeleted }
    },
  }),
]
